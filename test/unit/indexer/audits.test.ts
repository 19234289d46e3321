import { describe, expect, it } from 'vitest'
import { TABULAR_READERS } from '#indexer/sources/readers.ts'
import { kindsOf, outline, readTable, toCsv } from './read-table.ts'

// The clearinghouse's published tables by its data dictionary; there is no real export to test
// with.
const AUDIT = {
  ...{ report_id: '2023-06-GSAFAC-0000000001', auditee_uei: 'ZZMADE000001', audit_year: '2023' },
  ...{ auditee_name: 'Elm Street Shelter, "ESS"', auditee_city: 'Akron', auditee_state: 'OH' },
  ...{ auditee_ein: '070000001', auditor_ein: '070000009', fac_accepted_date: '2024-03-01' },
  is_additional_ueis: 'No',
}
const made = {
  ...{ report_id: AUDIT.report_id, audit_year: 2023, uei: 'ZZMADE000001', ein: '070000001' },
  ...{ auditor_ein: '070000009', name: AUDIT.auditee_name, city: 'Akron', state: 'OH' },
  ...{ accepted_on: '2024-03-01', warnings: [] },
}
const second = { ...AUDIT, report_id: '2023-06-GSAFAC-0000000002' }
const csv = (...rows: Record<string, string>[]) => toCsv(Object.keys(AUDIT), rows)

describe('audits', () => {
  it('are read from CSV', async () => {
    const text = csv(AUDIT, second)
    expect(kindsOf(text)).toEqual(['audit'])
    const rows = await readTable('audit', text)
    expect(rows).toMatchObject([made, { ...made, report_id: second.report_id }])
  })

  it('are distinguished by their lines', async () => {
    const rows = await readTable('audit', csv(AUDIT, second))
    expect(outline(rows, 'source_row')).toEqual(['2', '3'])
  })

  // Identifiers are kept as filed, in any form.
  it.each([
    [
      { auditee_uei: 'GSA_MIGRATION', auditee_ein: '12' },
      { uei: 'GSA_MIGRATION', ein: '12' },
    ],
    [{ audit_year: '2020' }, { audit_year: 2020 }],
    [
      { auditee_uei: '', auditee_city: '' },
      { uei: null, city: null },
    ],
  ])('with %j have %j', async (change, expected) => {
    const rows = await readTable('audit', csv({ ...AUDIT, ...change }))
    expect(rows).toMatchObject([{ ...expected, warnings: [] }])
  })

  it.each<[string, Record<string, string>]>([
    ['NoKey', { report_id: '' }],
    ['InvalidYear', { audit_year: '23' }],
    ['InvalidYear', { audit_year: '2027' }],
    ['TooLong', { auditee_name: 'x'.repeat(2 ** 20) }],
  ])('are rejected as %s, and the next is read (%#)', async (code, change) => {
    const rows = await readTable('audit', csv({ ...AUDIT, ...change }, second), 65_536)
    expect(outline(rows, 'report_id')).toEqual([`2 ${code}`, second.report_id])
  })

  it('report an omitted column by name', () => {
    const { auditor_ein: _, ...rest } = AUDIT
    const head = Object.keys(rest).join(',')
    expect(kindsOf(head)).toEqual([])
    const faults = TABULAR_READERS.map((reader) => reader.missingColumns?.(head))
    expect(faults).toContainEqual({ missing: ['auditor_ein'], wanted: 6 })
  })
})

it.each([
  ['additional_ein', 'ein', '070000002'],
  ['additional_uei', 'uei', 'zzmade000002'],
])('further identifiers of %s are read', async (column, kind, value) => {
  const { report_id, auditee_uei } = AUDIT
  const row = { report_id, auditee_uei, [column]: value }
  const text = toCsv(Object.keys(row), [row])
  expect(kindsOf(text)).toEqual(['audit-identifier'])
  const expected = { report_id, kind, value: value.toUpperCase() }
  expect(await readTable('audit-identifier', text)).toMatchObject([expected])
})
