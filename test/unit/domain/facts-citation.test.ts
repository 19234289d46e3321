import { describe, expect, it } from 'vitest'
import { citationOf, listCitationOf, partName } from '#src/domain/facts/citation.ts'
import { isRefPath, leafSubject, rowSubject } from '#src/domain/facts/subjects.ts'
import type { Form } from '#src/domain/form.ts'
import { testReturns } from '#test/unit/cases.ts'

const cite = (form: Form, path: string, schemaVersion = '2022v5.0') =>
  citationOf({ form, taxYear: 2022, path, schemaVersion })

describe('a citation', () => {
  it('follows the schema version', () => {
    const path = '/IRS990PF/DistributableAmountGrp/DistributableAsAdjustedAmt'
    expect(cite('990PF', path, '2020v4.1')).toBe('Form 990-PF (tax year 2022), Part XI, line 7')
    const moved = '/IRS990PF/StatementsRegardingActyGrp/OwnControlledEntityInd'
    expect(cite('990PF', moved, '2020v4.1')).toContain('Part VII-A, line 11')
    expect(cite('990PF', moved)).toContain('Part VI-A, line 11')
  })

  it('names the list, its month, and its column for the registry', () => {
    const ein = '070000001'
    expect(listCitationOf({ kind: 'bmf', asOf: '2026-04', ein, column: 'NTEE_CD' })).toBe(
      'IRS Business Master File, 2026-04, NTEE_CD',
    )
    expect(
      listCitationOf({ kind: 'revocation', revokedOn: '2021-05-15', ein, column: 'City' }),
    ).toBe('IRS Automatic Revocation of Exemption List, revoked 2021-05-15, City')
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

testReturns({
  'citations of paths': cite,
  'names of parts': partName,
  'paths that a Ref may or may not have': isRefPath,
})
