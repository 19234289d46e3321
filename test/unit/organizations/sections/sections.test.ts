import { describe, expect, test } from 'vitest'
import { FACTS } from '#src/domain/facts/definitions.ts'
import { DERIVED } from '#src/domain/facts/derived.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import { sourceKey } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { readTsv } from '#src/domain/tsv.ts'
import type { Filing } from '#src/organizations/organization.ts'
import { listSections, sectionOn } from '#src/organizations/sections/definitions.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { factsOf } from '#test/unit/made-facts.ts'
import { makeFiling, makeOrganization } from '../made-filing.ts'

/** Tables that no section shows as rows, with the reason. */
const SHOWN_BY_NONE: Readonly<Record<string, string>> = {
  explanations: 'texts of Schedule O: Programs continues with those on programs, Schedules has all',
}

const all = SECTION_IDS.flatMap((id) => FORMS.flatMap((form) => sectionOn(id, form) ?? []))
const listed = (role: keyof (typeof all)[number]): string[] => all.flatMap((one) => [...one[role]])

test('every table and statement is shown by a section of its form, or has a reason', () => {
  const shown = new Set([...listed('tables'), ...listed('statements')])
  const missing = [...Object.keys(TABLES), ...Object.keys(STATEMENTS)].filter(
    (key) => !shown.has(key),
  )
  expect(missing).toEqual(Object.keys(SHOWN_BY_NONE))
})

describe('keys in the tables of sections', () => {
  test.each([
    ['facts', FACTS],
    ['context', FACTS],
    ['derived', DERIVED],
    ['tables', TABLES],
    ['statements', STATEMENTS],
  ] as const)('%s are in the catalogue', (role, catalogue) => {
    expect(listed(role).filter((key) => !(key in catalogue))).toEqual([])
    expect(listed(role).length).toBeGreaterThan(0)
  })

  test('sections.tsv and sentences.tsv name sections, forms, facts, and tables that exist', () => {
    const rowsOf = (file: string) =>
      readTsv(new URL(`../../../../src/organizations/sections/${file}`, import.meta.url))
    for (const [section, forms = ''] of rowsOf('sections.tsv')) {
      expect(SECTION_IDS).toContain(section)
      for (const form of forms.split(' ')) expect(FORMS).toContain(form)
    }
    for (const [section, form, piece = '', of = ''] of rowsOf('sentences.tsv')) {
      expect(SECTION_IDS).toContain(section)
      if (form) expect(FORMS).toContain(form)
      expect(['rows', 'dollars', 'number', 'otherwise']).toContain(piece)
      if (piece === 'otherwise') continue
      const catalogue = piece === 'rows' ? TABLES : FACTS
      expect(of.split(' ').filter((key) => !(key in catalogue))).toEqual([])
    }
  })
})

const filing = (form: Form, filed: string, rows: Filing['contents']['rows'] = {}): Filing => ({
  ...makeFiling(form, {}),
  ...{ facts: factsOf(form, filed), rowFacts: null },
  contents: { blocks: [{ block: 'ReturnHeader', ordinal: 1, bytes: 1 }], rows, cut: [] },
})
const list = (one: Filing) => listSections(makeOrganization({ filings: [one] }), one)

describe('sections of a filing', () => {
  test('are the sections with facts or rows', () => {
    expect(list(filing('990', ''))).toEqual([])
    const facts = 'totalRevenue=0 whistleblowerPolicy=false'
    expect(list(filing('990', facts)).map(({ id }) => id)).toEqual([
      'MoneyFlow',
      'Governance',
      'FinancialStatements',
    ])
  })

  test('include sections with unreadable amounts', () => {
    const warnings = ['NotAnAmount /IRS990/TotalAssetsEOYAmt']
    const ids = list({ ...filing('990', ''), warnings }).map(({ id }) => id)
    expect(ids).toEqual(['MoneyFlow', 'FinancialStatements'])
  })

  test('have one sentence about the filed data', () => {
    const [source] = TABLES.foundationGrantsPaid.rows
    const [grants] = list(filing('990PF', 'grantsPaidTotal=4123000', { [source?.path ?? '']: 312 }))
    expect(grants).toEqual({
      id: 'Grants',
      kind: 'Evidence',
      title: 'Grants',
      summary: '312 grants listed and $4.12M paid in total.',
      sourceTags: ['Grants paid and approved'],
      form: '990PF',
      year: 2022,
      pageable: true,
    })
  })

  test('are from the schedules that the return has', () => {
    const [source] = TABLES.programs990.rows
    const one = filing('990', '', { [source?.path ?? '']: 1 })
    const blocks = [...one.contents.blocks, { block: 'IRS990ScheduleO', ordinal: 1, bytes: 1 }]
    expect(list(one)[0]?.sourceTags).toEqual(['Part I', 'Part III'])
    expect(list({ ...one, contents: { ...one.contents, blocks } })[0]?.sourceTags).toEqual([
      ...['Part I', 'Part III', 'Schedule O'],
    ])
  })

  test('count events and games one by one, without the columns that sum them', () => {
    const columns = (keys: readonly ('fundraisingEvents' | 'gaming')[], names: string) =>
      keys.flatMap((key) =>
        TABLES[key].rows.slice(0, 4).flatMap((source) => {
          const column = sourceKey(source)
          return names.includes(column.slice(-1)) ? [[column, 1] as const] : []
        }),
      )
    const summaryOf = (rows: Filing['contents']['rows']) =>
      list(filing('990', '', rows))[0]?.summary
    expect(summaryOf(Object.fromEntries(columns(['fundraisingEvents', 'gaming'], 'ad')))).toBe(
      '1 named fundraising event and 1 kind of gaming.',
    )
    expect(summaryOf(Object.fromEntries(columns(['fundraisingEvents'], 'abcd')))).toBe(
      '2 named fundraising events.',
    )
    expect(summaryOf(Object.fromEntries(columns(['gaming'], 'bcd')))).toBe('2 kinds of gaming.')
  })

  test('have a status for concerns', () => {
    const [governance] = list(filing('990', 'materialDiversion=true'))
    expect(governance?.status).toEqual({
      label: 'Material diversion of assets reported',
      tone: 'Concern',
    })
    const deficit = 'totalRevenue=1 revenueLessExpenses=-5'
    expect(list(filing('990', deficit))[0]?.status?.tone).toBe('Caution')
  })

  test('are only the postcard for a postcard', () => {
    const facts = "filerName='Made' grossReceiptsNotOverLimit=true"
    expect(list(filing('990N', facts))).toMatchObject([
      { id: 'Postcard', summary: expect.stringContaining('$50,000 or less') },
    ])
  })
})
