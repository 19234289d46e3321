import { describe, expect, test } from 'vitest'
import {
  filingOfDerived,
  readDerivedKey,
  toDerivedRef,
} from '#src/organizations/evidence/derived-figures.ts'
import { citeRef, toEvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import { EIN, makeOrganization, makeSummary } from './made-filing.ts'

const REF = '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt'

test('the evidence of a leaf has collection, form, year, path, document, and citation', () => {
  const leaf = {
    ref: REF,
    collection: 'filings',
    form: '990',
    taxYear: 2022,
    sourcePath: '/IRS990/CYTotalRevenueAmt',
    sourceDocument: '202303199349301234 in made.zip',
    citation: 'Form 990 (tax year 2022), Part I, line 12',
  }
  expect(toEvidenceRef(makeSummary(), '/IRS990/CYTotalRevenueAmt')).toEqual(leaf)
  expect(citeRef(makeOrganization(), REF)).toEqual(leaf)
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
