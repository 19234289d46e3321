import { expect, it } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import { POLICY_VERSION, type Rating } from '#src/rating/rating.ts'
import { toVerdict, type Verdict } from '#src/rating/verdict.ts'
import { expectRecorded } from '#test/recorded.ts'
import { makeRating } from './made-inputs.ts'

const TODAY = '2026-11-21'
const shown = (form: Form, taxYear = 2023, objectId = '202403199349301234') => ({
  form,
  taxYear,
  objectId,
})

const OTHERS = { accountability: 0.9, sustainability: 0.8, growth: 0.75 }
const GOOD = makeRating({}, { financialEfficiency: 0.72, transparency: 1, ...OTHERS })
const LOW = { score: 52.3, band: 'Weak' } as const
const SHORT = makeRating({ ...LOW, form: '990EZ' }, { financialEfficiency: 0.7, ...OTHERS })
const noScore = { state: 'NotEnoughData', score: null, band: null } as const

const SCORES = { size: 1_200, values: [52.3], below: [700], upto: [703] }
const PLACED = { ...SHORT, scores: SCORES, cohortRelease: '20261103t040506789z' }
const PART = { ...OTHERS, financialEfficiency: 0.7 }
const { growth: _, ...NO_GROWTH } = PART
const EQUAL = makeRating(LOW, { growth: 1, transparency: 1, financialEfficiency: 0.2 })
const GAP = makeRating(noScore, { transparency: 1, accountability: 1 })
const LIGHT = makeRating(noScore, { financialEfficiency: 0.5, growth: 0.5 })
const FEW = makeRating(
  { ...noScore, form: '990EZ', unranked: ['programRatio', 'reserveMonths'] },
  {},
)
const UNRANKED: Rating = { ...GOOD, unranked: ['reserveMonths'] }
const oldOn = (taxPeriodEnd: string) => ({
  ...{ ...GOOD, taxYear: 2022, taxPeriodEnd },
  scores: { ...SCORES, values: [78.42] },
})
const [OLD, NEARLY] = [oldOn('2023-11-20'), oldOn('2023-11-21')]
const NEWER = shown('990', 2024, '202503199349301234')
const EARLIER = shown('990', 2021, '202203199349301234')
const OTHER = shown('990T', 2024, 'x')

type Selected = Parameters<typeof toVerdict>[0]
type Case = [title: string, of: Selected, rating: Rating | null, expected: Partial<Verdict>]
const SCORED = { state: 'Scored', score: 78.42, band: 'Good', possible: 100 } as const
const NO_BAND = { state: 'Scored', score: 78.42, possible: 100 } as const
const SMALL = { state: 'Scored', score: 52.3, band: 'Weak', possible: 70 } as const
const [NOT_HERE, NOT_ENOUGH] = [{ state: 'NotRatedHere' }, { state: 'NotEnoughData' }] as const
const standing = (percentile: number, form: '990' | '990EZ') => ({
  standing: { percentile, peers: 1_200, form },
})

/** Verdicts on one return; cases with a newer return follow. */
const CASES: Case[] = [
  ['rated', shown('990'), GOOD, SCORED],
  ['equal categories', shown('990'), EQUAL, { ...SMALL, possible: 75 }],
  ['990-EZ', shown('990EZ'), SHORT, SMALL],
  [
    'growth unknown',
    shown('990'),
    makeRating(LOW, { ...NO_GROWTH, transparency: 1 }),
    { ...SMALL, possible: 95 },
  ],
  ['two unknown', shown('990'), makeRating(LOW, NO_GROWTH), { ...SMALL, possible: 65 }],
  [
    '990-EZ, growth unknown',
    shown('990EZ'),
    makeRating({ ...LOW, form: '990EZ' }, NO_GROWTH),
    { ...SMALL, possible: 65 },
  ],
  [
    'standing in the cohort',
    shown('990EZ'),
    PLACED,
    { ...SMALL, ...standing(1_403 / 2_400, '990EZ'), cohortDate: '2026-11-03' },
  ],
  ['too old', shown('990', 2022), OLD, NO_BAND],
  [
    'just not too old',
    shown('990', 2022),
    NEARLY,
    { ...SCORED, ...standing(1_403 / 2_400, '990') },
  ],
  ['another form, rated return too old', OTHER, OLD, NOT_HERE],
  ['earlier return', EARLIER, GOOD, SCORED],
  ['another form', shown('990EZ', 2020, 'x'), GOOD, NOT_HERE],
  ['990-PF beside', shown('990PF'), GOOD, NOT_HERE],
  ['990-N beside', shown('990N'), GOOD, NOT_HERE],
  ['990-T beside', shown('990T'), GOOD, NOT_HERE],
  ['no efficiency', shown('990'), GAP, NOT_ENOUGH],
  ['few comparable filers', shown('990EZ'), FEW, NOT_ENOUGH],
  ['one metric not ranked', shown('990'), UNRANKED, SCORED],
  ['known weight under 50', shown('990'), LIGHT, NOT_ENOUGH],
]
const verdictOn = (of: Selected, rating: Rating | null, latest?: Selected, primaryForm?: Form) =>
  toVerdict(of, {
    primaryForm: primaryForm ?? rating?.form ?? of.form,
    rating,
    latest,
    today: TODAY,
  })

it.each(CASES)('%s', (_, of, rating, expected) => {
  const bottomLine = expect.stringMatching(/\.$/)
  expect(verdictOn(of, rating)).toEqual({ policyVersion: POLICY_VERSION, bottomLine, ...expected })
})

it.each(['990PF', '990N', '990T'] as const)('Form %s alone is not rated', (form) => {
  const policyVersion = POLICY_VERSION
  expect(verdictOn(shown(form), null)).toMatchObject({ state: 'NotRatedHere', policyVersion })
})

it('has no policy version before any rating', () => {
  const unrated = { state: 'NotEnoughData', policyVersion: 'none', bottomLine: expect.any(String) }
  expect(verdictOn(shown('990'), null)).toEqual(unrated)
  expect(verdictOn(shown('990', 2015), null, undefined, '990PF').state).toBe('NotRatedHere')
})

it('names no newer return if the latest one is rated', () => {
  expect(verdictOn(shown('990'), GOOD, shown('990'))).toEqual(verdictOn(shown('990'), GOOD))
})

it('verdicts have these words', () =>
  expectRecorded('verdict', {
    ...Object.fromEntries(
      CASES.map(([title, of, rating]) => [title, verdictOn(of, rating).bottomLine]),
    ),
    'not rated yet': verdictOn(shown('990'), null).bottomLine,
    '990 before a private foundation': verdictOn(shown('990', 2015), null, undefined, '990PF')
      .bottomLine,
    'newer return exists': verdictOn(shown('990'), GOOD, NEWER).bottomLine,
    'newer return shown': verdictOn(NEWER, GOOD, NEWER).bottomLine,
    'earlier return, newer exists': verdictOn(EARLIER, GOOD, NEWER).bottomLine,
    'another form, newer exists': verdictOn(OTHER, GOOD, NEWER).bottomLine,
  }))
