import { describe, expect, it } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import {
  filingOfDerived,
  readDerivedKey,
  toDerivedRef,
} from '#src/organizations/evidence/derived-figures.ts'
import { citeRef, toEvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'

const EIN = '070000001'

const filing = (form: Form, taxYear: number, more: Partial<FilingSummary> = {}): FilingSummary => ({
  objectId: '202303199349301234',
  form,
  taxYear,
  taxPeriodBegin: `${taxYear}-01-01`,
  taxPeriodEnd: `${taxYear}-12-31`,
  schemaVersion: '2022v5.0',
  receivedOn: '2023-11-15',
  isCurrent: true,
  exclusion: null,
  isAmended: false,
  isInitial: false,
  isFinal: false,
  isGroupReturn: false,
  warnings: [],
  sourceArchive: '2023_TEOS_XML_05A.zip',
  sourceMember: null,
  ...more,
})

const owner = (filings: FilingSummary[], primaryForm: Form | null = '990') => ({
  ein: EIN,
  primaryForm,
  filings,
})

describe('the evidence of a leaf', () => {
  it('has collection, form, year, path, document, and citation', () => {
    expect(toEvidenceRef(filing('990', 2022), '/IRS990/CYTotalRevenueAmt')).toEqual({
      ref: '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt',
      collection: 'filings',
      form: '990',
      taxYear: 2022,
      sourcePath: '/IRS990/CYTotalRevenueAmt',
      sourceDocument: '202303199349301234 in 2023_TEOS_XML_05A.zip',
      citation: 'Form 990 (tax year 2022), Part I, line 12',
    })
  })

  it('is made from a Ref if the filing is known', () => {
    const ref = '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt'
    expect(citeRef(owner([filing('990', 2022)]), ref)).toEqual(
      toEvidenceRef(filing('990', 2022), '/IRS990/CYTotalRevenueAmt'),
    )
    expect(citeRef(owner([]), ref)).toBeUndefined()
    expect(citeRef(owner([]), `bmf:2026-04:${EIN}:NTEE_CD`)).toEqual({
      ref: `bmf:2026-04:${EIN}:NTEE_CD`,
      collection: 'registry',
      sourcePath: 'NTEE_CD',
      citation: 'IRS Business Master File, 2026-04, NTEE_CD',
    })
  })
})

describe('the Ref of a derived figure', () => {
  const both = [filing('990EZ', 2021), filing('990', 2021)]

  it('names key, organization, and year', () => {
    const { ein } = owner([])
    const ref = toDerivedRef(owner([filing('990', 2022)]), filing('990', 2022), 'programRatio')
    expect(ref).toBe(`derived:programRatio:${ein}:2022`)
  })

  it('has the form if the primary form was filed for the same year', () => {
    const ref = (form: Form) => toDerivedRef(owner(both), filing(form, 2021), 'programRatio')
    expect(ref('990')).toBe(`derived:programRatio:${EIN}:2021`)
    expect(ref('990EZ')).toBe(`derived:programRatio_990EZ:${EIN}:2021`)
  })

  it('has no form if only that form has the figure', () => {
    const filings = [filing('990', 2021), filing('990EZ', 2021)]
    const ref = toDerivedRef(owner(filings), filing('990EZ', 2021), 'officerCompensation')
    expect(ref).toBe(`derived:officerCompensation:${EIN}:2021`)
  })

  it('resolves to its filing', () => {
    for (const { form } of both) {
      const [, text = ''] = toDerivedRef(owner(both), filing(form, 2021), 'programRatio').split(':')
      const named = readDerivedKey(text)
      expect(named && filingOfDerived(owner(both), named, 2021)?.form).toBe(form)
    }
  })

  it('means the current filing with the latest period end', () => {
    const old = filing('990', 2022, { objectId: '1', isCurrent: false })
    const later = filing('990', 2022, { objectId: '3' })
    const earlier = filing('990', 2022, { objectId: '2', taxPeriodEnd: '2022-06-30' })
    // Newest period first, as the store returns them.
    const found = filingOfDerived(owner([old, later, earlier]), { key: 'programRatio' }, 2022)
    expect(found?.objectId).toBe('3')
  })

  it.each(['nothing', 'programRatio_', 'programRatio_991', 'constructor', 'programRatio_990_1'])(
    'has no key %s',
    (text) => {
      expect(readDerivedKey(text)).toBeUndefined()
    },
  )
})
