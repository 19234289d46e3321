import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { describeStatus } from '#src/organizations/page/status-sentences.ts'
import {
  describeControls,
  describeGifts,
  describeYear,
} from '#src/organizations/page/summary-sentences.ts'
import { expectRecorded } from '#test/recorded.ts'
import { makeRestriction } from '#test/unit/made-restriction.ts'
import { makeFiling, makeOrganization, makeRegistry } from './made-filing.ts'

type Made = Partial<Organization>
type Sentence = { topic: string; text: string; figures: { value: unknown; ref: string }[] }
const recorded: Record<string, string[]> = {}
const record = (title: string, sentences: readonly Sentence[]) => {
  if (sentences.length > 0)
    recorded[title] = sentences.map(({ topic, text }) => `${topic}: ${text}`)
}
const figuresOf = (sentences: readonly Sentence[]) =>
  sentences.flatMap(({ figures }) => figures.map(({ value, ref }) => [value, ref]))

const REVOKED = { revokedOn: '2021-05-15', postedOn: null, asOf: '2026-04' }
const FINAL = { FinalReturnInd: 'X' }
const MATCH = makeRestriction({
  ...{ subjectName: 'MADE & MEANT', subjectRef: 'bmf:2026-04:070000001:NAME' },
  ...{ listedName: 'MADE AND MEANT', partyName: 'MADE AND MEANT', agreed: ['name', 'city'] },
  ...{ programs: [], ref: 'sdn:2026-04:990001:' },
})
const revocations = (reinstatedOn: string | null) => [{ ...REVOKED, reinstatedOn }]

const OF_RETURN = '990:2022:202303199349301234:/IRS990'
test.each<[why: string, made: Made, filed: Block, figures: [value: unknown, ref: string][]]>([
  [
    'a revocation, a final return, and an amended one',
    { isRevoked: true, revocations: revocations(null) },
    { ...FINAL, AmendedReturnInd: 'X' },
    [
      ['2021-05-15', 'revocation:070000001:2021-05-15:RevocationDate'],
      [true, `${OF_RETURN}/FinalReturnInd`],
      [true, `${OF_RETURN}/AmendedReturnInd`],
    ],
  ],
  [
    'a restriction list, before others',
    { restrictions: [MATCH] },
    FINAL,
    [
      [MATCH.listedName, MATCH.ref],
      [MATCH.subjectName, MATCH.subjectRef],
      [true, `${OF_RETURN}/FinalReturnInd`],
    ],
  ],
  [
    'a revocation that a newer registry overrules',
    { registry: makeRegistry({}), revocations: revocations(null) },
    {},
    [
      ['2021-05-15', 'revocation:070000001:2021-05-15:RevocationDate'],
      ['MADE & MEANT', 'bmf:2026-04:070000001:NAME'],
    ],
  ],
  [
    'a reinstatement',
    { registry: makeRegistry({}), revocations: revocations('2023-11-15') },
    {},
    [],
  ],
  ['none of them', {}, {}, []],
])('status: %s', (why, made, filed, figures) => {
  const sentences = describeStatus(makeOrganization(made), makeFiling('990', filed)) as Sentence[]
  record(`status: ${why}`, sentences)
  expect(figuresOf(sentences)).toEqual(figures)
})

describe('controls', () => {
  const POLICIES = {
    ConflictOfInterestPolicyInd: '1',
    WhistleblowerPolicyInd: '1',
    DocumentRetentionPolicyInd: '0',
    MinutesOfGoverningBodyInd: '1',
    CompensationProcessCEOInd: '1',
    FSAuditedInd: '0',
  }
  const events = (diverted: string, lent: string) => ({
    MaterialDiversionOrMisuseInd: diverted,
    ...Object.fromEntries(
      [
        'LoanOutstandingInd',
        'GrantToRelatedPersonInd',
        'BusinessRlnWithOrgMemInd',
        'BusinessRlnWithFamMemInd',
        'BusinessRlnWithOfficerEntInd',
        'EngagedInExcessBenefitTransInd',
        'PYExcessBenefitTransInd',
      ].map((line) => [line, lent]),
    ),
  })
  test.each<[why: string, form: Form, filed: Block, topics: string[]]>([
    [
      'policies, without a diversion',
      '990',
      { ...POLICIES, MaterialDiversionOrMisuseInd: '0' },
      ['controls', 'events'],
    ],
    ['one line answered', '990', { WhistleblowerPolicyInd: '1' }, ['controls']],
    ['no line answered', '990', {}, ['controls']],
    [
      'one line of each event',
      '990',
      { MaterialDiversionOrMisuseInd: '1', LoanOutstandingInd: '1' },
      ['controls', 'events'],
    ],
    ['only transactions', '990', events('0', '1'), ['controls', 'events']],
    ['only a diversion', '990', events('1', '0'), ['controls', 'events']],
    ['no event', '990', events('0', '0'), ['controls', 'events']],
    ['990-EZ with loans', '990EZ', { MadeLoansToFromOfficersInd: '1' }, ['controls', 'events']],
    ['990-PF', '990PF', {}, ['controls']],
    ['990-N', '990N', {}, ['controls']],
    ['990-T', '990T', {}, ['controls']],
  ])('%s', (why, form, filed, topics) => {
    const sentences = describeControls(makeOrganization(), makeFiling(form, filed)) as Sentence[]
    record(`controls: ${why}`, sentences)
    expect(sentences.map(({ topic }) => topic)).toEqual(topics)
  })
})

test('a year with negative amounts is described as reported', () => {
  const figure = (value: number) => ({ label: '', value, ref: '' })
  const figures = { revenue: figure(-12_400), expenses: figure(500) }
  const year = { taxYear: 2022, figures, derived: { reserveMonths: figure(-3) } }
  record('negative amounts', describeYear(year as unknown as SeriesYear) as Sentence[])
})

describe('deductibility', () => {
  const listed = (...deductibilityCodes: string[]) => ({
    publication78: { asOf: '2026-04', name: 'MADE & MEANT', deductibilityCodes },
    publication78AsOf: '2026-04',
  })
  test.each<[why: string, made: Made, codes: string | null]>([
    ['deductible', listed('PC'), 'PC'],
    ['limited', listed('LODGE', 'FORGN'), 'LODGE, FORGN'],
    ['not on the loaded list', { publication78AsOf: '2026-04' }, ''],
    ['without a list', {}, null],
    ['revoked, against the list', { ...listed('PC'), isRevoked: true }, null],
    [
      'not according to the registry',
      { ...listed('PC'), registry: makeRegistry({ deductibility: '2' }) },
      null,
    ],
  ])('%s', (why, made, codes) => {
    const sentences = describeGifts(makeOrganization(made)) as Sentence[]
    record(`gifts: ${why}`, sentences)
    expect(sentences).toHaveLength(codes === null ? 0 : 1)
    const ref = 'pub78:2026-04:070000001:DeductibilityStatus'
    expect(figuresOf(sentences)).toEqual(codes ? [[codes, ref]] : [])
  })
})

test('the sentences are as recorded', () => expectRecorded('summary-sentences', recorded))
