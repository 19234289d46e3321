import { describe, expect, it } from 'vitest'
import { type DiligenceFacts, toReadiness } from '#src/rating/diligence.ts'
import type { ScreeningMatch } from '#src/rating/restriction.ts'

const TODAY = '2026-11-21'
const latest = { form: '990', taxYear: 2024, taxPeriodEnd: '2024-12-31', isFinal: false } as const
const CLEAN: DiligenceFacts = {
  restrictions: [],
  latest,
  failedChecks: [],
  ratingState: 'Scored',
}
const match = (given: Partial<ScreeningMatch> = {}): ScreeningMatch => ({
  list: 'OFAC',
  entry: '990001',
  subject: 'organization',
  subjectName: 'Ngong Farmers Trust',
  subjectRef: 'bmf:2026-04:080000172:NAME',
  listedName: 'NGONG FARMERS TRUST',
  method: 'ExactName',
  agreed: ['name', 'city', 'country'],
  status: 'Confirmed',
  programs: ['DEMO'],
  ref: 'sdn:2026-04:990001',
  ...given,
})

const judge = (given: Partial<DiligenceFacts>) => toReadiness({ ...CLEAN, ...given }, TODAY)

describe('readiness', () => {
  it('is clear where nothing speaks against it', () => {
    expect(judge({})).toEqual({
      label: 'Clear',
      tone: 'Good',
      reviewReasons: [],
      restrictionStatus: 'Clear',
      restrictionConfirmed: 0,
      restrictionReview: 0,
    })
  })

  it.each([
    [
      'a confirmed restriction',
      { restrictions: [match()] },
      'is "NGONG FARMERS TRUST" on the OFAC sanctions list of 2026-04 (entry 990001, DEMO): name, city, and country agree.',
    ],
    [
      'a revocation',
      { revokedOn: '2021-05-15' },
      'The IRS revoked its tax exemption on 2021-05-15',
    ],
  ])('is flagged for %s', (_, given, sentence) => {
    const { label, tone, reviewReasons } = judge(given)
    expect({ label, tone }).toEqual({ label: 'Compliance issue flagged', tone: 'Concern' })
    expect(reviewReasons).toHaveLength(1)
    expect(reviewReasons[0]).toContain(sentence)
  })

  it.each<[string, Partial<DiligenceFacts>, string]>([
    [
      'a restriction to look at',
      { restrictions: [match({ status: 'Review', agreed: ['alias'], method: 'Alias' })] },
      'another name agrees, and nothing else is known to',
    ],
    [
      'a name in another spelling',
      { restrictions: [match({ status: 'Review', agreed: ['state'], method: 'Transliteration' })] },
      'the name, in another spelling and state agree',
    ],
    [
      'an officer of a listed name',
      {
        restrictions: [match({ subject: 'officer', subjectName: 'Tibor Varga', status: 'Review' })],
      },
      'Its officer Tibor Varga may be',
    ],
    ['a diversion', { diversion: 'Form 990 (tax year 2024), Part VI, line 5' }, 'Part VI, line 5'],
    ['a failed check', { failedChecks: ['Revenue is told twice.'] }, 'Revenue is told twice.'],
    ['an old return', { latest: { ...latest, taxPeriodEnd: '2023-11-20' } }, '2023-11-20'],
    ['a final return', { latest: { ...latest, isFinal: true } }, 'marked as its final return'],
    [
      'a postcard of one that terminated',
      { latest: { ...latest, form: '990N', isFinal: true } },
      'says that it has terminated',
    ],
    ['no rating', { ratingState: undefined }, 'has not been rated so far'],
    ['too little for a rating', { ratingState: 'NotEnoughData' }, 'does not tell enough'],
  ])('asks for a review for %s', (_, given, sentence) => {
    const { label, tone, reviewReasons } = judge(given)
    expect({ label, tone }).toEqual({ label: 'Needs review', tone: 'Caution' })
    expect(reviewReasons).toHaveLength(1)
    expect(reviewReasons[0]).toContain(sentence)
  })

  it('is three years old on its last day, and over it the day after', () => {
    const old = { latest: { ...latest, taxPeriodEnd: '2023-11-21' } }
    expect(judge(old).label).toBe('Clear')
    expect(toReadiness({ ...CLEAN, ...old }, '2026-11-22').label).toBe('Needs review')
  })

  it.each(['990PF', '990N', '990T'] as const)('asks for no rating of a %s filer', (form) => {
    expect(judge({ latest: { ...latest, form }, ratingState: undefined }).label).toBe('Clear')
  })

  it('counts entries by status, and tells concerns first', () => {
    const review = match({ entry: '990002', status: 'Review' })
    const found = judge({ restrictions: [review, match(), review], revokedOn: '2021-05-15' })
    expect(found).toMatchObject({
      label: 'Compliance issue flagged',
      restrictionStatus: 'Confirmed',
      restrictionConfirmed: 1,
      restrictionReview: 2,
    })
    expect(found.reviewReasons.map((reason) => reason.includes('may be'))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
