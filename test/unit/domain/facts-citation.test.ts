import { describe, expect, it } from 'vitest'
import { citationOf, partName, registryCitationOf } from '#src/domain/facts/citation.ts'
import { isRefPath, leafSubject, rowSubject } from '#src/domain/facts/subjects.ts'
import type { Form } from '#src/domain/form.ts'

const cite = (form: Form, path: string, schemaVersion = '2022v5.0') =>
  citationOf({ form, taxYear: 2022, path, schemaVersion })

describe('a citation', () => {
  it.each([
    ['990', '/IRS990/CYTotalRevenueAmt', 'Form 990 (tax year 2022), Part I, line 12'],
    ['990EZ', '/IRS990EZ/TotalRevenueAmt', 'Form 990-EZ (tax year 2022), Part I, line 9'],
    [
      '990PF',
      '/IRS990PF/DistributableAmountGrp/DistributableAsAdjustedAmt',
      'Form 990-PF (tax year 2022), Part X, line 7',
    ],
    ['990T', '/IRS990T/TotalTaxAmt', 'Form 990-T (tax year 2022), Part III, line 4'],
    ['990N', '/IRS990N/OrganizationName', 'Form 990-N (tax year 2022), Organization name'],
    [
      '990',
      '/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt',
      'Form 990 (tax year 2022), Heading, name',
    ],
    [
      '990',
      '/IRS990ScheduleI/RecipientTable[3]',
      'Form 990 (tax year 2022), Schedule I, Part II, row 3',
    ],
    [
      '990',
      '/IRS990ScheduleJ/SeverancePaymentInd',
      'Form 990 (tax year 2022), Schedule J, Part I, line 4a',
    ],
    [
      '990',
      '/IRS990ScheduleK[2]/SupplementalInformationDetail[1]/ExplanationTxt',
      'Form 990 (tax year 2022), Schedule K (2), element SupplementalInformationDetail[1]/ExplanationTxt',
    ],
    ['990', '/IRS990/MissionDesc', 'Form 990 (tax year 2022), Part III, line 1'],
    ['990', '/IRS990/JointCostsInd', 'Form 990 (tax year 2022), element JointCostsInd'],
    ['990', '/ReturnHeader/ReturnTs', 'Form 990 (tax year 2022), header, element ReturnTs'],
    ['990', '/IRS4562', 'Form 990 (tax year 2022), Form 4562'],
  ] as const)('of the %s at %s is %s', (form, path, text) => {
    expect(cite(form, path)).toBe(text)
  })

  it('follows the schema version', () => {
    const path = '/IRS990PF/DistributableAmountGrp/DistributableAsAdjustedAmt'
    expect(cite('990PF', path, '2020v4.1')).toBe('Form 990-PF (tax year 2022), Part XI, line 7')
    const moved = '/IRS990PF/StatementsRegardingActyGrp/OwnControlledEntityInd'
    expect(cite('990PF', moved, '2020v4.1')).toContain('Part VII-A, line 11')
    expect(cite('990PF', moved)).toContain('Part VI-A, line 11')
  })

  it.each([
    ['IRS990ScheduleD', 'Schedule D'],
    ['IRS990TScheduleA', 'Schedule A'],
    ['IRS1120ScheduleD', 'Form 1120, Schedule D'],
    ['IRS8949', 'Form 8949'],
    ['OtherIncomeSchedule2', 'Other Income Schedule 2'],
  ])('calls the part %s %s', (block, name) => {
    expect(partName(block)).toBe(name)
  })

  it('names the list, its month, and its column for the registry', () => {
    const ein = '070000001'
    expect(registryCitationOf({ kind: 'bmf', asOf: '2026-04', ein, column: 'NTEE_CD' })).toBe(
      'IRS Business Master File, 2026-04, NTEE_CD',
    )
    expect(
      registryCitationOf({ kind: 'revocation', revokedOn: '2021-05-15', ein, column: 'City' }),
    ).toBe('IRS Automatic Revocation of Exemption List, revoked 2021-05-15, City')
  })
})

describe('a path that a Ref may have', () => {
  it.each([
    ['/IRS990/CYTotalRevenueAmt', true],
    ['/IRS990/CYTotalRevenueAmt[1]', false],
    ['/IRS990ScheduleI/RecipientTable[3]/CashGrantAmt', true],
    ['/IRS990ScheduleI/RecipientTable/CashGrantAmt', false],
    ['/IRS990ScheduleI/RecipientTable[0]', false],
    ['/IRS990ScheduleI/RecipientTable[03]', false],
    ['/IRS990ScheduleK[1]', true],
    ['/IRS990ScheduleK', false],
    ['/IRS990/CYTotalRevenueAmt/@referenceDocumentId', true],
    ['/IRS990/CYTotalRevenueAmt/#text', false],
    ['/IRS990//CYTotalRevenueAmt', false],
    ['IRS990', false],
    ['/', false],
  ])('%s: %s', (path, isOne) => {
    expect(isRefPath(path)).toBe(isOne)
  })
})

describe("the catalogue's entry for a path", () => {
  it('is the kind, label, and unit of a fact', () => {
    expect(leafSubject('/IRS990/CYTotalRevenueAmt')).toEqual({
      kind: 'money',
      label: 'Total revenue',
      unit: 'USD',
    })
    expect(leafSubject('/IRS990/WhistleblowerPolicyInd')).toEqual({
      kind: 'boolean',
      label: 'Whistleblower policy',
    })
  })

  it('is the column of a row, and the row', () => {
    expect(leafSubject('/IRS990ScheduleI/RecipientTable[3]/CashGrantAmt')?.unit).toBe('USD')
    expect(rowSubject('/IRS990ScheduleI/RecipientTable[3]')?.table).toBe('grantsToOrganizations')
    expect(rowSubject('/IRS990ScheduleI')).toBeUndefined()
  })

  it('is absent for any other leaf', () => {
    expect(leafSubject('/IRS990/JointCostsInd')).toBeUndefined()
  })
})
