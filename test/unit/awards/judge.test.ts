import { describe, expect, it } from 'vitest'
import { type AuditedPair, judgeUei } from '#indexer/awards/judge.ts'

const NAME = 'Larch Row Kitchen'
const OWN = '079000001'
const OTHER = '079000002'

const pair = (given: Partial<AuditedPair> = {}): AuditedPair => {
  const years = given.years ?? [2022, 2023]
  return {
    uei: 'ZZLARCH00001',
    ein: OWN,
    years,
    audits: years.length,
    names: [NAME],
    coversOthers: false,
    isAuditor: false,
    knownNames: [NAME],
    ...given,
  }
}

const reasons = (...pairs: AuditedPair[]) => judgeUei(pairs).map(({ reason }) => reason)

describe('a UEI that audits give one EIN', () => {
  it('is used, and scored by years and names', () => {
    expect(judgeUei([pair()])).toEqual([
      {
        uei: 'ZZLARCH00001',
        ein: OWN,
        years: [2022, 2023],
        audits: 2,
        nameAgrees: true,
        otherEins: [],
        score: 0.875,
        reason: null,
      },
    ])
  })

  it('agrees by any name filed with any name known, as names are compared', () => {
    const [judged] = judgeUei([
      pair({ names: ['Another', 'THE LARCH ROW KITCHEN, INC.'], knownNames: ['Former', NAME] }),
    ])
    expect(judged?.nameAgrees).toBe(true)
  })

  it('is used under another name, at a score below a half, since awards warn of the name', () => {
    const [judged] = judgeUei([pair({ names: ['Quite Another'] })])
    expect(judged).toMatchObject({ reason: null, nameAgrees: false, score: 0.375 })
  })

  it('takes no name without letters for agreement', () => {
    expect(judgeUei([pair({ names: ['—'], knownNames: ['…'] })])[0]?.nameAgrees).toBe(false)
  })

  it('is not used for an EIN that no organization here has', () => {
    expect(reasons(pair({ knownNames: null }))).toEqual(['Unknown'])
  })

  it('is not used for the EIN of an auditor under another name', () => {
    expect(reasons(pair({ isAuditor: true, names: ['Quite Another'] }))).toEqual(['AuditorEIN'])
    expect(reasons(pair({ years: [], audits: 0, names: [] }))).toEqual(['AuditorEIN'])
  })

  it('is used for an auditor that is audited under its own name', () => {
    expect(reasons(pair({ isAuditor: true }))).toEqual([null])
  })
})

describe('a UEI that audits give two EINs', () => {
  const rival = pair({ ein: OTHER, years: [2022], names: ['Elm'], knownNames: ['Birch'] })

  it('goes to the one filed under a known name in the newest and clearly more audits', () => {
    const judged = judgeUei([pair(), rival])
    expect(judged.map(({ reason }) => reason)).toEqual([null, 'Outweighed'])
    expect(judged[0]).toMatchObject({ otherEins: [OTHER], score: 0.5833 })
  })

  it('goes to it also where nobody here has the other EIN', () => {
    expect(reasons(pair(), { ...rival, knownNames: null })).toEqual([null, 'Unknown'])
  })

  it('goes to nobody where the other is in newer audits', () => {
    expect(reasons(pair(), { ...rival, years: [2024] })).toEqual(['Contested', 'Contested'])
  })

  it('goes to nobody where the other is in nearly as many', () => {
    const [one, two] = [pair({ years: [2020, 2021, 2022] }), { ...rival, audits: 2 }]
    expect(reasons(one, two)).toEqual(['Contested', 'Contested'])
  })

  it('goes to nobody where both are filed under known names, or neither is', () => {
    expect(reasons(pair(), { ...rival, knownNames: ['Elm'] })).toEqual(['Contested', 'Contested'])
    expect(reasons(pair({ names: ['Ash'] }), rival)).toEqual(['Contested', 'Contested'])
  })

  it('goes to the one where the other EIN is an auditor’s, at the full score', () => {
    const [one, two] = judgeUei([pair(), { ...rival, isAuditor: true }])
    expect(one).toMatchObject({ reason: null, otherEins: [], score: 0.875 })
    expect(two?.reason).toBe('AuditorEIN')
  })

  it('is of nobody twice', () => {
    const three = [pair(), rival, { ...rival, ein: '079000003' }]
    expect(judgeUei(three).filter(({ reason }) => reason === null)).toHaveLength(1)
  })
})
