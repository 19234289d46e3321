import { expect, it } from 'vitest'
import type { DiligenceFacts } from '#src/rating/diligence.ts'
import { toReadiness } from '#src/rating/diligence.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '#test/unit/cases.ts'
import { makeRestriction as match } from '#test/unit/made-restriction.ts'

const TODAY = '2026-11-21'
const filed = { form: '990', taxYear: 2024, taxPeriodEnd: '2024-12-31', isFinal: false } as const
const latest = { ...filed, isWaiting: false }
const POSTCARD = { form: '990N', taxYear: 2025, taxPeriodEnd: '2025-12-31' } as const
const RECOGNITION = { isListed: true, state: 'OH', country: 'US', registryAsOf: '2026-04' }
const CLEAN: DiligenceFacts = {
  screenedLists: ['OFAC', 'SAM'],
  restrictions: [],
  recognition: RECOGNITION,
  latest,
  newest: filed,
  failedChecks: [],
  ratingState: 'Scored',
}
const old = (taxPeriodEnd: string) => ({
  latest: { ...latest, taxPeriodEnd },
  newest: { ...filed, taxPeriodEnd },
})
const judge = (given: Partial<DiligenceFacts>) => toReadiness({ ...CLEAN, ...given }, TODAY)

/** A label with its tone: flagged, in need of a review, or only unknown. */
const LABELS = {
  flag: ['Compliance issue flagged', 'Concern', undefined],
  review: ['Needs review', 'Caution', undefined],
  unknown: ['Needs review', 'Neutral', 'Unknown'],
  age: ['Needs review', 'Neutral', 'Age'],
} as const

/** What differs from CLEAN; the keys of `failed` are rules and its values labels. */
type Sketch = {
  restriction?: Partial<Restriction>
  failed?: Record<string, string>
  latest?: object | null
  newest?: object | null
  recognition?: object
  ratingState?: DiligenceFacts['ratingState'] | null
}
function factsOf({ restriction, failed = {}, ...given }: Sketch): Partial<DiligenceFacts> {
  const { latest: last = {}, newest = {}, recognition, ratingState = 'Scored', ...rest } = given
  return {
    ...rest,
    restrictions: restriction ? [match(restriction)] : [],
    failedChecks: Object.entries(failed).map(([rule, label]) => {
      return { rule, label, explanation: `${label}: 1, not 2.` }
    }),
    latest: last === null ? undefined : { ...latest, ...last },
    newest: newest === null ? undefined : { ...filed, ...newest },
    recognition: { ...RECOGNITION, ...recognition },
    ratingState: ratingState ?? undefined,
  }
}
const CASES = cases<[keyof typeof LABELS, string, Sketch]>('reasons for a review').map(
  ([label, title, sketch]) => [label, title, factsOf(sketch)] as const,
)

it.each(CASES)('%s: %s', (of, _, given) => {
  const { label, tone, onlyReason, reviewReasons } = judge(given)
  expect([label, tone, onlyReason]).toEqual(LABELS[of])
  expect(reviewReasons).toHaveLength(1)
})

it('reasons have these words', () =>
  expectRecorded(
    'readiness',
    Object.fromEntries(CASES.map(([, title, given]) => [title, judge(given).reviewReasons])),
  ))

it('is clear without any concern', () => {
  expect(judge({})).toEqual({
    ...{ label: 'Clear', tone: 'Good', reviewReasons: [] },
    restriction: { status: 'Clear', confirmed: 0, review: 0 },
  })
})

it('is a warning if one reason is not missing data', () => {
  const found = judge({ diversion: 'Form 990, line 5', ratingState: 'NotEnoughData' })
  expect(found).toMatchObject({ label: 'Needs review', tone: 'Caution' })
  expect(found).not.toHaveProperty('onlyReason')
  expect(found.reviewReasons).toHaveLength(2)
})

it('needs no registry to know that recognition was revoked', () => {
  const recognition = { ...RECOGNITION, isListed: false, registryAsOf: null }
  expect(judge({ recognition, revokedOn: '2021-05-15' }).reviewReasons).toHaveLength(1)
})

it('needs review from the day after three years', () => {
  expect(judge(old('2023-11-21')).label).toBe('Clear')
  expect(toReadiness({ ...CLEAN, ...old('2023-11-21') }, '2026-11-22').label).toBe('Needs review')
})

it('uses age and end of the newest filing; on the same day, of the primary form', () => {
  const ended = { latest: { ...latest, taxPeriodEnd: '2019-12-31', isFinal: true } }
  expect(judge({ ...ended, newest: { ...filed, ...POSTCARD } }).label).toBe('Clear')
  expect(judge({ newest: { ...filed, form: '990T', isFinal: true } }).label).toBe('Clear')
})

it('names lists that are not loaded, which is no concern', () => {
  const [none, one] = [judge({ screenedLists: [] }), judge({ screenedLists: ['OFAC'] })]
  const clear = { label: 'Clear', tone: 'Good', reviewReasons: [expect.any(String)] }
  expect(none).toEqual(clear)
  expect(one).toEqual({ ...clear, restriction: { status: 'Clear', confirmed: 0, review: 0 } })
  expect(one.reviewReasons[0]).toContain('SAM.gov')
})

it.each(['990PF', '990N', '990T'] as const)('expects no rating of a %s filer', (form) => {
  expect(judge({ latest: { ...latest, form }, ratingState: undefined }).label).toBe('Clear')
})

it('counts entries by status, and lists concerns first', () => {
  const doubtful = match({ entry: '990002', status: 'Review' })
  const found = judge({ restrictions: [doubtful, match(), doubtful], revokedOn: '2021-05-15' })
  expect(found).toMatchObject({
    label: 'Compliance issue flagged',
    restriction: { status: 'Confirmed', confirmed: 1, review: 2 },
  })
  const doubts = found.reviewReasons.map((reason) => reason.includes('may be'))
  expect(doubts).toEqual([false, false, true, true])
})
