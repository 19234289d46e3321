import { describe, expect, it } from 'vitest'
import { type Readiness, toReadiness } from '#src/rating/diligence.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import type { DiligenceFacts } from '#src/rating/review-reasons.ts'

const TODAY = '2026-11-21'
const filed = { form: '990', taxYear: 2024, taxPeriodEnd: '2024-12-31', isFinal: false } as const
const latest = { ...filed, isWaiting: false }
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
const match = (given: Partial<Restriction> = {}): Restriction => ({
  list: 'OFAC',
  entry: '990001',
  subject: 'organization',
  subjectName: 'Ngong Farmers Trust',
  subjectRef: 'bmf:2026-04:080000172:NAME',
  listedName: 'NGONG FARMERS TRUST',
  partyName: 'NGONG FARMERS TRUST',
  method: 'ExactName',
  agreed: ['name', 'city', 'country'],
  status: 'Confirmed',
  programs: ['DEMO'],
  ref: 'sdn:2026-04:990001',
  isPartial: false,
  exclusionType: null,
  activeOn: null,
  endsOn: null,
  ...given,
})
const partial = { status: 'Review', agreed: ['name', 'city'], isPartial: true } as const
const excluded = match({
  ...partial,
  agreed: [...partial.agreed],
  list: 'SAM',
  entry: 'S4MR9MADE1',
  ref: 'sam:2026-04:S4MR9MADE1',
  exclusionType: 'Prohibition/Restriction',
  activeOn: '2020-01-31',
  endsOn: '2030-01-30',
})
const check = (rule: string, label: string) => ({
  rule,
  label,
  explanation: `${label} differs between two lines.`,
})

const old = (taxPeriodEnd: string) => ({
  latest: { ...latest, taxPeriodEnd },
  newest: { ...filed, taxPeriodEnd },
})
const judge = (given: Partial<DiligenceFacts>) => toReadiness({ ...CLEAN, ...given }, TODAY)

describe('readiness', () => {
  it('is clear without any concern', () => {
    expect(judge({})).toEqual({
      label: 'Clear',
      tone: 'Good',
      reviewReasons: [],
      restriction: { status: 'Clear', confirmed: 0, review: 0 },
    })
  })

  it.each<[string, Partial<DiligenceFacts>, string]>([
    [
      'a confirmed restriction',
      { restrictions: [match()] },
      'is "NGONG FARMERS TRUST" on the OFAC sanctions lists of April 2026 (entry 990001, DEMO): the name, city, and country match.',
    ],
    [
      'a revocation',
      { revokedOn: '2021-05-15' },
      "The IRS revoked the organization's tax exemption on May 15, 2021",
    ],
  ])('is flagged for %s', (_, given, sentence) => {
    const { label, tone, reviewReasons } = judge(given)
    expect({ label, tone }).toEqual({ label: 'Compliance issue flagged', tone: 'Concern' })
    expect(reviewReasons).toHaveLength(1)
    expect(reviewReasons[0]).toContain(sentence)
  })

  it.each<[string, Partial<DiligenceFacts>, string]>([
    [
      'a restriction to review',
      { restrictions: [match({ status: 'Review', agreed: ['alias'], method: 'Alias' })] },
      '(entry 990001, DEMO): only another name matches.',
    ],
    [
      'a name that a list gives to another party',
      {
        restrictions: [
          match({
            status: 'Review',
            agreed: ['alias'],
            method: 'Alias',
            partyName: 'RIFT GROWERS',
          }),
        ],
      },
      '"Ngong Farmers Trust" may be "RIFT GROWERS", which is also called "NGONG FARMERS TRUST" on the OFAC sanctions lists of April 2026 (entry 990001, DEMO): only that name matches.',
    ],
    [
      'a name in another spelling',
      { restrictions: [match({ status: 'Review', agreed: ['state'], method: 'Transliteration' })] },
      'the name in a different spelling and state match',
    ],
    [
      'an officer with a listed name',
      {
        restrictions: [
          match({
            subject: 'officer',
            subjectName: 'Tibor Varga',
            status: 'Review',
            agreed: ['name'],
          }),
        ],
      },
      'Tibor Varga, listed on its return as an officer, director, or employee, may be "NGONG FARMERS TRUST" on the OFAC sanctions lists of April 2026 (entry 990001, DEMO): only the name matches.',
    ],
    [
      'an officer with a listed name in the listed place',
      { restrictions: [match({ subject: 'officer', status: 'Review' })] },
      ': the name matches, and the organization has the same city and country.',
    ],
    ['a diversion', { diversion: 'Form 990 (tax year 2024), Part VI, line 5' }, 'Part VI, line 5'],
    [
      'an entry that restricts in part',
      { restrictions: [excluded] },
      'on the SAM.gov exclusions list of April 2026 (entry S4MR9MADE1, DEMO, Prohibition/Restriction, from January 31, 2020, until January 30, 2030): the name and city match. The entry says that the party itself is not excluded.',
    ],
    [
      'an entry of OFAC that forbids certain dealings',
      { restrictions: [match({ ...partial, agreed: ['name'] })] },
      '. The sanctions programs of this entry prohibit only certain transactions.',
    ],
    [
      'a failed check',
      { failedChecks: [check('balanceSheet', 'Revenue')] },
      'A cross-check failed: Revenue differs between two lines.',
    ],
    [
      'one line that does not continue the year before',
      { failedChecks: [check('assetsAtStart', 'Assets')] },
      'A cross-check failed: Assets differs between two lines.',
    ],
    [
      'several such lines, which are one reason',
      { failedChecks: [check('assetsAtStart', 'Assets'), check('priorRevenue', 'Revenue')] },
      'Cross-checks against the previous return failed: Assets; Revenue.',
    ],
    ['an old return', old('2023-11-20'), 'November 20, 2023'],
    ['a final return', { latest: { ...latest, isFinal: true } }, 'marked as its final return'],
    [
      'a postcard of a terminated organization',
      { latest: { ...latest, form: '990N', isFinal: true } },
      'says that the organization has terminated',
    ],
    [
      'a registry that does not list it',
      { recognition: { ...RECOGNITION, isListed: false } },
      'The IRS registry for Ohio (April 2026) does not list this EIN.',
    ],
  ])('asks for a review for %s', (_, given, sentence) => {
    const { label, tone, reviewReasons } = judge(given)
    expect({ label, tone }).toEqual({ label: 'Needs review', tone: 'Caution' })
    expect(reviewReasons).toHaveLength(1)
    expect(reviewReasons[0]).toContain(sentence)
  })

  it.each<[string, Partial<DiligenceFacts>, string]>([
    [
      'no filing',
      { latest: undefined, newest: undefined },
      'The service has no filings from this organization, only entries in IRS lists.',
    ],
    [
      'a return that waits to be derived',
      { latest: { ...latest, isWaiting: true } },
      'Its return, Form 990 (tax year 2024), is still being processed after an update, so its figures and officers have not been checked yet',
    ],
    [
      'a return that waits to be resolved',
      { latest: undefined },
      'Its return, Form 990 (tax year 2024), is still being processed',
    ],
    [
      'no rating',
      { ratingState: undefined },
      'It has no rating: its Form 990 (tax year 2024) has not been rated yet.',
    ],
    [
      'too little for a rating',
      { ratingState: 'NotEnoughData' },
      'there is not enough data to rate its Form 990 (tax year 2024)',
    ],
    [
      'a registry that is not loaded',
      { recognition: { isListed: false, state: 'CA', country: 'US', registryAsOf: null } },
      'The IRS registry for California is not loaded, so recognition could not be checked.',
    ],
    [
      'a foreign registry that is not loaded',
      { recognition: { isListed: false, state: null, country: 'KE', registryAsOf: null } },
      'The IRS registry for organizations outside the United States is not loaded',
    ],
    [
      'a state that is unknown',
      { recognition: { isListed: false, state: null, country: null, registryAsOf: null } },
      "The organization's state is unknown, so recognition could not be checked",
    ],
  ])('asks for a review without a warning for %s', (_, given, sentence) => {
    const { label, tone, isOnlyUnknown, reviewReasons } = judge(given)
    expect({ label, tone, isOnlyUnknown }).toEqual({
      label: 'Needs review',
      tone: 'Neutral',
      isOnlyUnknown: true,
    })
    expect(reviewReasons).toEqual([expect.stringContaining(sentence)])
  })

  it('is a warning if one reason is not missing data', () => {
    const found = judge({ ...old('2020-12-31'), ratingState: 'NotEnoughData' })
    expect(found).toMatchObject({ label: 'Needs review', tone: 'Caution' })
    expect(found).not.toHaveProperty('isOnlyUnknown')
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

  it('uses age and end of the newest filing', () => {
    const postcard = { form: '990N', taxYear: 2025, taxPeriodEnd: '2025-12-31' } as const
    const ended = { latest: { ...latest, taxPeriodEnd: '2019-12-31', isFinal: true } }
    expect(judge({ ...ended, newest: { ...postcard, isFinal: false } }).label).toBe('Clear')
    expect(judge({ newest: { ...postcard, isFinal: true } }).reviewReasons).toEqual([
      'Its latest return, Form 990-N (tax year 2025), says that the organization has terminated.',
    ])
  })

  it('prefers the primary form when another ends on the same day', () => {
    const newest = { ...filed, form: '990T', isFinal: true } as const
    expect(judge({ newest }).label).toBe('Clear')
  })

  it.each<[Partial<DiligenceFacts>, Partial<Readiness>, string]>([
    [{ screenedLists: [] }, {}, 'Not screened: no restriction list is loaded.'],
    [
      { screenedLists: ['OFAC'] },
      { restriction: { status: 'Clear', confirmed: 0, review: 0 } },
      'Not screened against the SAM.gov exclusions list, which is not loaded.',
    ],
  ])('says which lists are not loaded: %j', (given, counted, sentence) => {
    const readiness = { label: 'Clear', tone: 'Good', reviewReasons: [sentence] }
    expect(judge(given)).toEqual({ ...readiness, ...counted })
  })

  it.each(['990PF', '990N', '990T'] as const)('expects no rating of a %s filer', (form) => {
    expect(judge({ latest: { ...latest, form }, ratingState: undefined }).label).toBe('Clear')
  })

  it('counts entries by status, and lists concerns first', () => {
    const review = match({ entry: '990002', status: 'Review' })
    const found = judge({ restrictions: [review, match(), review], revokedOn: '2021-05-15' })
    expect(found).toMatchObject({
      label: 'Compliance issue flagged',
      restriction: { status: 'Confirmed', confirmed: 1, review: 2 },
    })
    expect(found.reviewReasons.map((reason) => reason.includes('may be'))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
