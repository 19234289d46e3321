import { describe, expect, it } from 'vitest'
import { type AuditedPair, judgeUei } from '#indexer/awards/judge.ts'
import { fc } from '#test/random.ts'

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
  it('is used, with a score by years and names', () => {
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

  it('agrees if any filed name matches any known name, as names are compared', () => {
    const [judged] = judgeUei([
      pair({ names: ['Another', 'THE LARCH ROW KITCHEN, INC.'], knownNames: ['Former', NAME] }),
    ])
    expect(judged?.nameAgrees).toBe(true)
  })

  it('is used under another name, at a score below a half, because awards warn about the name', () => {
    const [judged] = judgeUei([pair({ names: ['Quite Another'] })])
    expect(judged).toMatchObject({ reason: null, nameAgrees: false, score: 0.375 })
  })

  it('does not treat a name without letters as agreement', () => {
    expect(judgeUei([pair({ names: ['—'], knownNames: ['…'] })])[0]?.nameAgrees).toBe(false)
  })

  it('is not used for an EIN that no organization in the store has', () => {
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

  it('belongs to the one filed under a known name in the newest audits and clearly more years', () => {
    const judged = judgeUei([pair(), rival])
    expect(judged.map(({ reason }) => reason)).toEqual([null, 'Outweighed'])
    expect(judged[0]).toMatchObject({ otherEins: [OTHER], score: 0.5833 })
  })

  it('belongs to it even if no organization in the store has the other EIN', () => {
    expect(reasons(pair(), { ...rival, knownNames: null })).toEqual([null, 'Unknown'])
  })

  it('survives an error in the newest audit: an EIN without an organization, once', () => {
    const slip = { ...rival, years: [2024], knownNames: null }
    const judged = judgeUei([pair({ years: [2023] }), slip])
    expect(judged.map(({ reason }) => reason)).toEqual([null, 'Unknown'])
    expect(judged[0]).toMatchObject({ otherEins: [OTHER], score: 0.375 })
  })

  it('belongs to the one with three years under a known name, despite one other audit', () => {
    const years = fc.uniqueArray(fc.integer({ min: 2016, max: 2025 }), { minLength: 3 })
    const names = fc.subarray([NAME, 'Elm'])
    fc.assert(
      fc.property(years, names, fc.integer({ min: 2016, max: 2026 }), (seen, slipped, year) => {
        const held = pair({ years: seen.toSorted() })
        const slip = { ...rival, years: [year], audits: 1, names: slipped, knownNames: null }
        const [before] = judgeUei([held])
        const [after] = judgeUei([held, slip])
        return after?.reason === null && after.score < (before?.score ?? 0)
      }),
    )
  })

  it('has no owner if an EIN without an organization is in the newest audits of two years', () => {
    const moved = { ...rival, years: [2024, 2025], knownNames: null }
    expect(reasons(pair(), moved)).toEqual(['Contested', 'Unknown'])
  })

  it('has no owner if the other EIN is in newer audits', () => {
    expect(reasons(pair(), { ...rival, years: [2024] })).toEqual(['Contested', 'Contested'])
  })

  it('has no owner if the other EIN is in nearly as many years', () => {
    const [one, two] = [pair({ years: [2020, 2021, 2022] }), { ...rival, years: [2021, 2022] }]
    expect(reasons(one, two)).toEqual(['Contested', 'Contested'])
  })

  it('counts years: an audit filed again adds nothing', () => {
    const resubmitted = { ...rival, audits: 5 }
    expect(judgeUei([pair(), resubmitted])).toMatchObject([
      { reason: null, score: 0.5833 },
      { reason: 'Outweighed', audits: 5 },
    ])
    const [one] = judgeUei([pair({ years: [2022], audits: 4 }), rival])
    expect(one?.reason).toBe('Contested')
  })

  it('has no owner if both are filed under known names, or neither is', () => {
    expect(reasons(pair(), { ...rival, knownNames: ['Elm'] })).toEqual(['Contested', 'Contested'])
    expect(reasons(pair({ names: ['Ash'] }), rival)).toEqual(['Contested', 'Contested'])
  })

  it('belongs to the other one if one EIN is an auditor’s, at the full score', () => {
    const [one, two] = judgeUei([pair(), { ...rival, isAuditor: true }])
    expect(one).toMatchObject({ reason: null, otherEins: [], score: 0.875 })
    expect(two?.reason).toBe('AuditorEIN')
  })

  it('never has two owners', () => {
    const three = [pair(), rival, { ...rival, ein: '079000003' }]
    expect(judgeUei(three).filter(({ reason }) => reason === null)).toHaveLength(1)
  })
})
