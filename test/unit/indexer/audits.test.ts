import { describe, expect, it } from 'vitest'
import { TABULAR_READERS } from '#indexer/sources/readers.ts'
import { readTable, toCsv } from './read-table.ts'

// The clearinghouse's published tables by its data dictionary; there is no real export to test
// with.
const AUDIT = {
  report_id: '2023-06-GSAFAC-0000000001',
  auditee_uei: 'ZZMADE000001',
  audit_year: '2023',
  auditee_name: 'Elm Street Shelter, "ESS"',
  auditee_city: 'Akron',
  auditee_state: 'OH',
  auditee_ein: '070000001',
  auditor_ein: '070000009',
  fac_accepted_date: '2024-03-01',
  is_additional_ueis: 'No',
}
const made = {
  report_id: '2023-06-GSAFAC-0000000001',
  audit_year: 2023,
  uei: 'ZZMADE000001',
  ein: '070000001',
  auditor_ein: '070000009',
  name: 'Elm Street Shelter, "ESS"',
  city: 'Akron',
  state: 'OH',
  accepted_on: '2024-03-01',
  warnings: [],
}
const second = { ...AUDIT, report_id: '2023-06-GSAFAC-0000000002' }
const kindOf = (head: string) =>
  TABULAR_READERS.filter((reader) => reader.recognizes(head)).map(({ kind }) => kind)

describe('audits', () => {
  const writings: [string, string][] = [
    ['CSV', toCsv(Object.keys(AUDIT), [AUDIT, second])],
    ['an array', JSON.stringify([AUDIT, second])],
    ['an array over lines', JSON.stringify([AUDIT, second], null, 2)],
    [
      'an array as PostgREST writes it',
      `[${[AUDIT, second].map((row) => JSON.stringify(row)).join(', \n ')}]`,
    ],
    ['consecutive pages', `${JSON.stringify([AUDIT])}\n${JSON.stringify([second])}`],
    ['one object per line', `${JSON.stringify(AUDIT)}\n${JSON.stringify(second)}\n`],
    ['an array with a byte order mark', `\uFEFF${JSON.stringify([AUDIT, second])}`],
  ]

  it.each(writings)('are read from %s', async (_, text) => {
    expect(kindOf(text)).toEqual(['audit'])
    const rows = await readTable('audit', text)
    expect(rows).toMatchObject([made, { ...made, report_id: second.report_id }])
  })

  it('are distinguished by their position among the objects', async () => {
    expect(await readTable('audit', JSON.stringify([AUDIT, second]))).toMatchObject([
      { source_row: 1 },
      { source_row: 2 },
    ])
  })

  it('keep identifiers as filed, in any form', async () => {
    const filed = { ...AUDIT, auditee_uei: 'GSA_MIGRATION', auditee_ein: '12', audit_year: 2020 }
    expect(await readTable('audit', JSON.stringify([filed]))).toMatchObject([
      { uei: 'GSA_MIGRATION', ein: '12', audit_year: 2020, warnings: [] },
    ])
  })

  it('have no value for null', async () => {
    const filed = { ...AUDIT, auditee_uei: null, auditee_city: '' }
    expect(await readTable('audit', JSON.stringify([filed]))).toMatchObject([
      { uei: null, city: null },
    ])
  })

  it.each([
    ['NoKey', { report_id: '' }],
    ['InvalidYear', { audit_year: '23' }],
    ['InvalidYear', { audit_year: '2027' }],
  ])('are rejected as %s by %j, and the next is read', async (code, change) => {
    const text = JSON.stringify([{ ...AUDIT, ...change }, second])
    expect(await readTable('audit', text)).toMatchObject([
      { row: 1, code },
      { report_id: second.report_id },
    ])
  })

  it.each([
    ['within an object', JSON.stringify([AUDIT, second]).slice(0, -40), 'within this object'],
    ['between objects', `[${JSON.stringify(AUDIT)},`, 'before the end of its array'],
  ])('report a file that ends %s', async (_, text, detail) => {
    expect(await readTable('audit', text)).toMatchObject([
      made,
      { row: 2, code: 'CutShort', detail: expect.stringContaining(detail) },
    ])
  })

  it('report an error page that follows them', async () => {
    const text = `${JSON.stringify([AUDIT])}<html>`
    expect(await readTable('audit', text)).toMatchObject([made, { row: 2, code: 'NotJson' }])
  })

  it('are rejected one by one if an object is damaged, or not UTF-8', async () => {
    const damaged = JSON.stringify(AUDIT).replace('"audit_year":', '"audit_year"')
    expect(await readTable('audit', `${damaged}\n${JSON.stringify(second)}`)).toMatchObject([
      { row: 1, code: 'NotJson' },
      { report_id: second.report_id },
    ])
    const latin = Buffer.from(JSON.stringify({ ...AUDIT, auditee_name: '\u00d1' }), 'latin1')
    expect(await readTable('audit', latin)).toMatchObject([{ row: 1, code: 'NotText' }])
  })

  it('are rejected if they are longer than a mebibyte, and the next is read', async () => {
    const long = { ...AUDIT, auditee_name: 'x'.repeat(2 ** 20) }
    const text = JSON.stringify([long, second])
    expect(await readTable('audit', text, 65_536)).toMatchObject([
      { row: 1, code: 'TooLong' },
      { report_id: second.report_id },
    ])
  })

  it('report an omitted column by name', () => {
    const { auditor_ein: _, ...rest } = AUDIT
    for (const head of [JSON.stringify([rest]), Object.keys(rest).join(',')]) {
      expect(kindOf(head)).toEqual([])
      const faults = TABULAR_READERS.map((reader) => reader.missingColumns?.(head))
      expect(faults).toContainEqual({ missing: ['auditor_ein'], wanted: 6 })
    }
  })
})

describe('further identifiers of audits', () => {
  it.each([
    ['additional_ein', 'ein', '070000002'],
    ['additional_uei', 'uei', 'zzmade000002'],
  ])('of %s are read as CSV and JSON', async (column, kind, value) => {
    const row = { report_id: AUDIT.report_id, auditee_uei: 'ZZMADE000001', [column]: value }
    for (const text of [toCsv(Object.keys(row), [row]), JSON.stringify([row])]) {
      expect(kindOf(text)).toEqual(['audit-identifier'])
      expect(await readTable('audit-identifier', text)).toMatchObject([
        { report_id: AUDIT.report_id, kind, value: value.toUpperCase() },
      ])
    }
  })
})
