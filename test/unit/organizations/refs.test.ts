import { describe, expect, test } from 'vitest'
import { describeRegistryCode } from '#src/domain/registry-codes.ts'
import { readCursor, toCursor } from '#src/organizations/cursor.ts'
import { citeEvidence, labelOf } from '#src/organizations/evidence/cite-evidence.ts'
import {
  filingOfDerived,
  readDerivedKey,
  toDerivedRef,
} from '#src/organizations/evidence/derived-figures.ts'
import {
  citeRef,
  type ResolvedEvidence,
  toEvidenceRef,
} from '#src/organizations/evidence/evidence-ref.ts'
import { expectRecorded } from '#test/recorded.ts'
import { EIN, makeOrganization, makeSummary } from './made-filing.ts'

const REF = '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt'

const LEAF: ResolvedEvidence['evidence'] = {
  ref: REF,
  collection: 'filings',
  form: '990',
  taxYear: 2022,
  sourcePath: '/IRS990/CYTotalRevenueAmt',
  sourceDocument: '202303199349301234 in made.zip',
  citation: 'Form 990 (tax year 2022), Part I, line 12',
}

test('the evidence of a leaf has collection, form, year, path, document, and citation', () => {
  expect(toEvidenceRef(makeSummary(), '/IRS990/CYTotalRevenueAmt')).toEqual(LEAF)
  expect(citeRef(makeOrganization(), REF)).toEqual(LEAF)
  expect(citeRef(makeOrganization({ filings: [] }), REF)).toBeUndefined()
  expect(citeRef(makeOrganization({ filings: [] }), `bmf:2026-04:${EIN}:NTEE_CD`)).toEqual({
    ref: `bmf:2026-04:${EIN}:NTEE_CD`,
    collection: 'registry',
    sourcePath: 'NTEE_CD',
    citation: 'IRS Business Master File, 2026-04, NTEE_CD',
  })
})

describe('the Ref of a derived figure', () => {
  const [short, full] = [makeSummary({ form: '990EZ' }), makeSummary()]

  test.each([
    ['names key, organization, and year', [full], full, 'programRatio', 'programRatio'],
    ['has no form for the primary form', [short, full], full, 'programRatio', 'programRatio'],
    ['has the form of another', [short, full], short, 'programRatio', 'programRatio_990EZ'],
    [
      'has no form if no other has it',
      [full, short],
      short,
      'officerCompensation',
      'officerCompensation',
    ],
  ] as const)('%s', (_, filings, filing, key, written) => {
    const organization = makeOrganization({ filings: [...filings], primaryForm: '990' })
    expect(toDerivedRef(organization, filing, key)).toBe(`derived:${written}:${EIN}:2022`)
  })

  test('means the current filing with the latest period end', () => {
    // Newest period first, as the store returns them.
    const filings = [
      makeSummary({ objectId: '1', isCurrent: false }),
      makeSummary({ objectId: '3' }),
      makeSummary({ objectId: '2', taxPeriodEnd: '2022-06-30' }),
    ]
    const found = filingOfDerived(makeOrganization({ filings }), { key: 'programRatio' }, 2022)
    expect(found?.objectId).toBe('3')
  })

  test.each(['nothing', 'programRatio_', 'programRatio_991', 'constructor', 'programRatio_990_1'])(
    'has no key %s',
    (text) => expect(readDerivedKey(text)).toBeUndefined(),
  )
})

const filed: ResolvedEvidence = {
  evidence: LEAF,
  label: 'Total revenue',
  unit: 'USD',
  value: 3271023,
  filing: {
    objectId: '202303199349301234',
    form: '990',
    receivedOn: '2023-11-15',
  } as NonNullable<ResolvedEvidence['filing']>,
}
const registry: ResolvedEvidence = {
  evidence: {
    ref: 'bmf:2026-04:080000102:NTEE_CD',
    collection: 'registry',
    sourcePath: 'NTEE_CD',
    citation: 'IRS Business Master File (April 2026), NTEE_CD',
  },
  value: 'K31',
}
const meant = describeRegistryCode('NTEE_CD', 'K31')
const person: ResolvedEvidence = {
  evidence: { ...LEAF, sourcePath: '/IRS990EZ/CompensationHighestPaidEmplGrp[4]' },
  row: {
    table: 'highestPaid990EZ',
    row: { cells: { name: { value: 'JANE DOE', path: '' } } },
    place: 4,
  },
}
const derived: ResolvedEvidence = {
  ...filed,
  evidence: { ...filed.evidence, citation: 'Form 990 (tax year 2022), derived: Growth' },
  label: 'Growth',
  value: 25,
}
const cite = (target: ResolvedEvidence) =>
  citeEvidence({
    filer: { ein: '080000102', name: 'HOCKING HILLS FOOD BANK' },
    target,
    url: 'https://example.org/charity/080000102/evidence?Ref=x',
    accessed: '2026-11-22',
  })

test('citations are as recorded', async () => {
  const targets = {
    'a filed figure: figure, line, filing, and address': filed,
    'a row of the registry, without filing and date': registry,
    'a code of the registry with its meaning': { ...registry, ...meant },
    'a calculated value, by this site from the filing': derived,
    'one line without invisible characters': { ...registry, value: 'a\n\u202Eb' },
  }
  const texts = Object.entries(targets).map(([title, target]) => [title, cite(target).text])
  await expectRecorded('citations', Object.fromEntries(texts))
})

test.each([{ objectId: 'h-32d45c9417d048fa' }, { form: '990N' }])(
  'a filing without an object ID of the IRS is cited without one: %o',
  (own) => {
    const target = { ...filed, filing: { ...filed.filing, ...own } as never }
    expect(cite(target).text).not.toContain('object ID')
  },
)

test('long texts are shortened', () => {
  expect(cite({ ...registry, value: 'long '.repeat(100) }).text.length).toBeLessThan(420)
})

test.each<[string, ResolvedEvidence, string]>([
  ['of the catalogue', filed, 'Total revenue'],
  ['of a column', registry, 'NTEE CD'],
  ['of a person', person, 'Jane Doe, row 4 of highest paid employees'],
  ['of an element', { evidence: { ...LEAF, sourcePath: '/IRS990/GainGrp[3]' } }, 'Gain'],
  ['of a derived figure', { evidence: derived.evidence }, 'Growth'],
])('the label is that %s', (_, target, label) => {
  expect(labelOf(target)).toBe(label)
})

const REQUEST = ['Grants', '070000001', '990', 2022]
const DATA = ['202303199349301234', 'abc']
const cursor = toCursor(REQUEST, DATA, 50)

const refuses = (text: string, request = REQUEST, data = DATA) => {
  try {
    readCursor(text, request, data)
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('a cursor', () => {
  test('returns its place', () => {
    expect(readCursor(cursor, REQUEST, DATA)).toBe(50)
    expect(readCursor(toCursor(REQUEST, DATA, 0), REQUEST, DATA)).toBe(0)
  })

  test('fits in a query string as it is', () => {
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(cursor.length).toBeLessThan(100)
  })

  test.each([
    ['section', ['Leadership', '070000001', '990', 2022]],
    ['EIN', ['Grants', '070000002', '990', 2022]],
    ['form', ['Grants', '070000001', '990PF', 2022]],
    ['year', ['Grants', '070000001', '990', 2021]],
  ])('of another %s is InvalidCursor', (_, request) => {
    expect(refuses(cursor, request)).toBe('InvalidCursor')
  })

  test('is StaleCursor if the data was replaced', () => {
    expect(refuses(cursor, REQUEST, ['202303199349301234', 'abd'])).toBe('StaleCursor')
  })

  test.each([
    ['empty', ''],
    ['not encoded', '[1,"a","b",50]'],
    ['cut off', cursor.slice(0, -3)],
    ['a number', Buffer.from('7').toString('base64url')],
    ['too long', 'A'.repeat(201)],
    ['of another version', encode([99, ...decode(cursor).slice(1)])],
    ['before the first place', encode([...decode(cursor).slice(0, 3), -1])],
    ['between two places', encode([...decode(cursor).slice(0, 3), 1.5])],
  ])('that is %s is InvalidCursor', (_, text) => {
    expect(refuses(text)).toBe('InvalidCursor')
  })
})

function decode(text: string): unknown[] {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
}
function encode(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
