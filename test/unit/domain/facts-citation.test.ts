import { describe, expect, it } from 'vitest'
import { citationOf, listCitationOf, partName } from '#src/domain/facts/citation.ts'
import { isRefPath, leafSubject, rowSubject } from '#src/domain/facts/subjects.ts'
import type { Form } from '#src/domain/form.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const cite = (form: Form, path: string, schemaVersion = '2022v5.0') =>
  citationOf({ form, taxYear: 2022, path, schemaVersion })

describe('a citation', () => {
  it.each(cases<[Form, string, string]>('citations of paths'))(
    'of the %s at %s is %s',
    (form, path, text) => {
      expect(cite(form, path)).toBe(text)
    },
  )

  it('follows the schema version', () => {
    const path = '/IRS990PF/DistributableAmountGrp/DistributableAsAdjustedAmt'
    expect(cite('990PF', path, '2020v4.1')).toBe('Form 990-PF (tax year 2022), Part XI, line 7')
    const moved = '/IRS990PF/StatementsRegardingActyGrp/OwnControlledEntityInd'
    expect(cite('990PF', moved, '2020v4.1')).toContain('Part VII-A, line 11')
    expect(cite('990PF', moved)).toContain('Part VI-A, line 11')
  })

  it.each(cases<[string, string]>('names of parts'))('calls the part %s %s', (block, name) => {
    expect(partName(block)).toBe(name)
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

describe('a path that a Ref may have', () => {
  it.each(cases<[string, boolean]>('paths that a Ref may or may not have'))(
    '%s: %s',
    (path, isOne) => {
      expect(isRefPath(path)).toBe(isOne)
    },
  )
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
