import { describe, expect, it } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import { CATEGORIES, type CategoryKey } from '#src/rating/metrics.ts'
import { POLICY_VERSION, type Rating } from '#src/rating/rating.ts'
import { toVerdict as toVerdictOn } from '#src/rating/verdict.ts'

const OBJECT = '202403199349301234'
const TODAY = '2026-11-21'
const toVerdict = (
  selected: Parameters<typeof toVerdictOn>[0],
  owner: Omit<Parameters<typeof toVerdictOn>[1], 'today'>,
) => toVerdictOn(selected, { ...owner, today: TODAY })
const shown = (form: Form, taxYear = 2023, objectId = OBJECT) => ({ form, taxYear, objectId })

function makeRating(made: Partial<Rating>, scores: Partial<Record<CategoryKey, number>>): Rating {
  return {
    form: '990',
    objectId: OBJECT,
    taxYear: 2023,
    policyVersion: POLICY_VERSION,
    state: 'Scored',
    score: 78.42,
    band: 'Good',
    metrics: [],
    taxPeriodEnd: '2023-12-31',
    cohortRelease: null,
    scores: null,
    unranked: [],
    categories: (Object.keys(CATEGORIES) as CategoryKey[]).map((key) => ({
      key,
      weight: CATEGORIES[key].weight,
      members: [],
      ...(scores[key] !== undefined && { score: scores[key] }),
    })),
    failedChecks: [],
    ...made,
  }
}
const OTHERS = { accountability: 0.9, sustainability: 0.8, growth: 0.75 }
const GOOD = makeRating({}, { financialEfficiency: 0.72, transparency: 1, ...OTHERS })
const SHORT = makeRating(
  { form: '990EZ', score: 52.3, band: 'Weak' },
  { financialEfficiency: 0.7, ...OTHERS },
)
const noScore = { state: 'NotEnoughData', score: null, band: null } as const

describe('the verdict on the rated return', () => {
  it('has score and band, and names the year, the strongest category, and the weakest category', () => {
    expect(toVerdict(shown('990'), { primaryForm: '990', rating: GOOD })).toEqual({
      state: 'Scored',
      policyVersion: POLICY_VERSION,
      score: 78.42,
      band: 'Good',
      possible: 100,
      bottomLine:
        'Rated Good, 78 of 100, based on its Form 990 for tax year 2023. Its strongest category is Transparency & Controls (100 of 100); its weakest is Financial Efficiency (72 of 100).',
    })
  })

  it('names the category with more weight when two are equally strong', () => {
    const rating = makeRating({}, { growth: 1, transparency: 1, financialEfficiency: 0.2 })
    expect(toVerdict(shown('990'), { primaryForm: '990', rating }).bottomLine).toContain(
      'Its strongest category is Transparency & Controls',
    )
  })

  it('names the highest possible score of a 990-EZ', () => {
    const { bottomLine } = toVerdict(shown('990EZ'), { primaryForm: '990EZ', rating: SHORT })
    expect(bottomLine).toMatch(
      /does not ask about policies and controls, so the score cannot exceed 70\.$/,
    )
    const long = toVerdict(shown('990'), { primaryForm: '990', rating: GOOD })
    expect(long.bottomLine).not.toContain('cannot exceed')
  })

  it('names unknown categories', () => {
    const ends = (rating: Rating) =>
      toVerdict(shown(rating.form), { primaryForm: rating.form, rating }).bottomLine.split('). ')[1]
    const { growth: _, ...known } = { ...OTHERS, financialEfficiency: 0.7 }
    expect(ends(makeRating({}, { ...known, transparency: 1 }))).toBe(
      'Growth is unknown and adds no points.',
    )
    expect(ends(makeRating({}, known))).toBe(
      'Transparency & Controls and Growth are unknown and add no points.',
    )
    expect(ends(makeRating({ form: '990EZ' }, known))).toBe(
      'Form 990-EZ does not ask about policies and controls, and Growth is unknown, so the score cannot exceed 65.',
    )
  })
})

describe('where a score stands', () => {
  const scores = { size: 1_200, values: [52.3], below: [700], upto: [703] }
  const cohortRelease = '20261103t040506789z'

  it('is its share of the filers of the form in the cohort, with its date', () => {
    const rating = { ...SHORT, scores, cohortRelease }
    const verdict = toVerdict(shown('990EZ'), { primaryForm: '990EZ', rating })
    expect(verdict).toMatchObject({
      possible: 70,
      standing: { percentile: 1_403 / 2_400, peers: 1_200, form: '990EZ' },
      cohortDate: '2026-11-03',
    })
    expect(verdict.bottomLine).toContain(
      'Rated Weak, 52 of a possible 70, based on its Form 990-EZ for tax year 2023. The score is higher than that of 58% of 1,200 Form 990-EZ filers.',
    )
  })

  it('is unknown with too few filers', () => {
    expect(toVerdict(shown('990'), { primaryForm: '990', rating: GOOD })).not.toHaveProperty(
      'standing',
    )
  })
})

describe('a return of more than three years ago', () => {
  const scores = { size: 1_200, values: [78.42], below: [700], upto: [703] }
  const rating = { ...GOOD, taxYear: 2022, taxPeriodEnd: '2023-11-20', scores }

  it('has a score without a band', () => {
    const verdict = toVerdict(shown('990', 2022), { primaryForm: '990', rating })
    expect(verdict).toMatchObject({ state: 'Scored', score: 78.42, possible: 100 })
    expect(verdict).not.toHaveProperty('band')
    expect(verdict).not.toHaveProperty('standing')
    expect(verdict.bottomLine).toContain(
      'Scored 78 of 100, based on its Form 990 for tax year 2022. That return is more than three years old, which is too old to judge the organization by.',
    )
    expect(
      toVerdict(shown('990T', 2024, 'x'), { primaryForm: '990', rating }).bottomLine,
    ).toContain('Its Form 990 for tax year 2022 scores 78 of 100, but is too old to judge by.')
  })

  it('begins on the day after three years', () => {
    const last = { ...rating, taxPeriodEnd: '2023-11-21' }
    expect(toVerdict(shown('990', 2022), { primaryForm: '990', rating: last }).band).toBe('Good')
  })
})

describe('the verdict on another return', () => {
  it('names the rated year for an earlier return', () => {
    const earlier = shown('990', 2021, '202203199349301234')
    const verdict = toVerdict(earlier, { primaryForm: '990', rating: GOOD })
    expect(verdict).toMatchObject({ state: 'Scored', score: 78.42 })
    expect(verdict.bottomLine).toMatch(
      /based on its Form 990 for tax year 2023\. .* The rating is based on the return for tax year 2023, not on the one shown \(tax year 2021\)\.$/,
    )
  })

  it('says that a newer return is not rated yet, on every return', () => {
    const latest = shown('990', 2024, '202503199349301234')
    const owner = { primaryForm: '990', latest, rating: GOOD } as const
    const newer = 'Its newer Form 990 for tax year 2024 has not been rated yet.'
    const ends = (sentence: string) => expect.stringMatching(RegExp(`${sentence}$`))
    expect(toVerdict(shown('990'), owner).bottomLine).toEqual(ends(`72 of 100\\)\\. ${newer}`))
    expect(toVerdict(latest, owner).bottomLine).toEqual(
      ends('72 of 100\\)\\. The return shown is newer and has not been rated yet.'),
    )
    expect(toVerdict(shown('990', 2021, 'x'), owner).bottomLine).toEqual(
      ends(`\\(tax year 2021\\)\\. ${newer}`),
    )
    expect(toVerdict(shown('990T', 2024, 'x'), owner).bottomLine).toEqual(ends(newer))
    const rated = toVerdict(shown('990'), { ...owner, latest: shown('990') })
    expect(rated.bottomLine).not.toContain('not been rated')
  })

  it('points from another form to the rated one', () => {
    expect(toVerdict(shown('990EZ', 2020, 'x'), { primaryForm: '990', rating: GOOD })).toEqual({
      state: 'NotRatedHere',
      policyVersion: POLICY_VERSION,
      bottomLine:
        "This form is not rated: the rating is based on the organization's Form 990. Its Form 990 for tax year 2023 is rated Good, 78 of 100.",
    })
  })

  it.each(['990PF', '990N', '990T'] as const)('never rates Form %s', (form) => {
    const alone = toVerdict(shown(form), { primaryForm: form, rating: null })
    expect(alone).toMatchObject({ state: 'NotRatedHere', policyVersion: POLICY_VERSION })
    const beside = toVerdict(shown(form), { primaryForm: '990', rating: GOOD })
    expect(beside).toMatchObject({ state: 'NotRatedHere', policyVersion: POLICY_VERSION })
    expect(beside.bottomLine).toContain('Its Form 990 for tax year 2023 is rated Good')
  })

  it('does not rate a 990 filed before becoming a private foundation', () => {
    const verdict = toVerdict(shown('990', 2015), { primaryForm: '990PF', rating: null })
    expect(verdict.state).toBe('NotRatedHere')
    expect(verdict.bottomLine).toContain('Private foundations are not rated')
  })
})

describe('without enough data', () => {
  it('says that efficiency is unknown', () => {
    const rating = makeRating(noScore, { transparency: 1, accountability: 1 })
    const verdict = toVerdict(shown('990'), { primaryForm: '990', rating })
    expect(verdict).toEqual({
      state: 'NotEnoughData',
      policyVersion: POLICY_VERSION,
      bottomLine: expect.stringContaining('no figures for Financial Efficiency'),
    })
  })

  it('says that too few filers can be compared', () => {
    const unranked = ['programRatio', 'reserveMonths'] as const
    const none = makeRating({ ...noScore, form: '990EZ', unranked: [...unranked] }, {})
    expect(toVerdict(shown('990EZ'), { primaryForm: '990EZ', rating: none }).bottomLine).toBe(
      'Its Form 990-EZ for tax year 2023 has no rating, because fewer than 30 Form 990-EZ filers can be compared with it.',
    )
    const rating = { ...GOOD, unranked: ['reserveMonths' as const] }
    expect(toVerdict(shown('990'), { primaryForm: '990', rating }).bottomLine).toMatch(
      / Not ranked, because fewer than 30 Form 990 filers can be compared: Reserve months\.$/,
    )
  })

  it('names the known weight', () => {
    const rating = makeRating(noScore, { financialEfficiency: 0.5, growth: 0.5 })
    const { bottomLine } = toVerdict(shown('990'), { primaryForm: '990', rating })
    expect(bottomLine).toContain(
      'the known categories account for 45 of 100 points, but a rating requires at least 50.',
    )
  })

  it('says that no rating has been computed', () => {
    expect(toVerdict(shown('990'), { primaryForm: '990', rating: null })).toEqual({
      state: 'NotEnoughData',
      policyVersion: 'none',
      bottomLine: 'No rating has been computed yet. The figures are shown as filed.',
    })
  })
})
