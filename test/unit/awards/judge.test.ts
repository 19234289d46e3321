import { describe, expect, it } from 'vitest'
import { type AuditedPair, judgeUei } from '#indexer/awards/judge.ts'
import { fc } from '#test/random.ts'
import { testCases, testReturns } from '../cases.ts'

const NAME = 'Larch Row Kitchen'
const OWN = '079000001'
const OTHER = '079000002'

const pair = (given: Partial<AuditedPair> = {}): AuditedPair => {
  const years = given.years ?? [2022, 2023]
  return {
    ...{ uei: 'ZZLARCH00001', ein: OWN, years, audits: years.length, names: [NAME] },
    ...{ coversOthers: false, isAuditor: false, knownNames: [NAME], ...given },
  }
}

const reasons = (...pairs: AuditedPair[]) => judgeUei(pairs).map(({ reason }) => reason)

describe('a UEI that audits give one EIN', () => {
  it('is used, with a score by years and names', () => {
    expect(judgeUei([pair()])).toEqual([
      {
        ...{ uei: 'ZZLARCH00001', ein: OWN, years: [2022, 2023], audits: 2 },
        ...{ nameAgrees: true, otherEins: [], score: 0.875, reason: null },
      },
    ])
  })

  it('is used under another name, at a score below a half, because awards warn about the name', () => {
    const [judged] = judgeUei([pair({ names: ['Quite Another'] })])
    expect(judged).toMatchObject({ reason: null, nameAgrees: false, score: 0.375 })
  })

  testCases('a UEI of one EIN', (_: string, given: Partial<AuditedPair>, reason: string | null) =>
    expect(reasons(pair(given))).toEqual([reason]),
  )
})

const rival = pair({ ein: OTHER, years: [2022], names: ['Elm'], knownNames: ['Birch'] })

describe('a UEI that audits give two EINs', () => {
  it('belongs to the one filed under a known name in the newest audits and clearly more years', () => {
    const judged = judgeUei([pair(), rival])
    expect(judged.map(({ reason }) => reason)).toEqual([null, 'Outweighed'])
    expect(judged[0]).toMatchObject({ otherEins: [OTHER], score: 0.5833 })
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

  it('counts years: an audit filed again adds nothing', () => {
    const resubmitted = { ...rival, audits: 5 }
    expect(judgeUei([pair(), resubmitted])).toMatchObject([
      { reason: null, score: 0.5833 },
      { reason: 'Outweighed', audits: 5 },
    ])
    const [one] = judgeUei([pair({ years: [2022], audits: 4 }), rival])
    expect(one?.reason).toBe('Contested')
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

testReturns({
  'names that agree if any matches, and not if they have no letters': (names, knownNames) =>
    judgeUei([pair({ names, knownNames })])[0]?.nameAgrees,
  'a UEI of two EINs': (_: string, one: Partial<AuditedPair>, two: Partial<AuditedPair>) =>
    reasons(pair(one), { ...rival, ...two }),
})
