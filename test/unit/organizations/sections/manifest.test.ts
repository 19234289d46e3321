import { describe, expect, test } from 'vitest'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import { sourceKey } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { listSections } from '#src/organizations/sections/definitions.ts'

const organization = { ein: '070000001', filings: [], primaryForm: '990', registry: null }

function filing(form: Form, facts: Facts, rows: Filing['contents']['rows'] = {}): Filing {
  const blocks = [{ block: 'ReturnHeader', ordinal: 1, bytes: 1 }]
  const contents = { blocks, rows, cut: [] }
  const named = { ein: '070000001', form, taxYear: 2022, objectId: 'x' }
  const made: Partial<Filing> = { ...named, facts, warnings: [] }
  return { ...made, narrative: null, contents, rowFacts: null, earlier: null } as Filing
}
const list = (one: Filing) => listSections(organization as unknown as Organization, one)
const path = '/made'

describe('sections of a filing', () => {
  test('are the sections with facts or rows', () => {
    expect(list(filing('990', {}))).toEqual([])
    const facts: Facts = {
      totalRevenue: { value: 0, path },
      whistleblowerPolicy: { value: false, path },
    }
    expect(list(filing('990', facts)).map(({ id }) => id)).toEqual([
      'MoneyFlow',
      'Governance',
      'FinancialStatements',
    ])
  })

  test('include sections with unreadable amounts', () => {
    const warnings = ['NotAnAmount /IRS990/TotalAssetsEOYAmt']
    const ids = list({ ...filing('990', {}), warnings }).map(({ id }) => id)
    expect(ids).toEqual(['MoneyFlow', 'FinancialStatements'])
  })

  test('have one sentence about the filed data', () => {
    const [source] = TABLES.foundationGrantsPaid.rows
    const facts: Facts = { grantsPaidTotal: { value: 4_123_000, path } }
    const [grants] = list(filing('990PF', facts, { [source?.path ?? '']: 312 }))
    expect(grants).toEqual({
      id: 'Grants',
      kind: 'Evidence',
      title: 'Grants',
      summary: '312 grants listed and $4.1 million paid in total.',
      sourceTags: ['Grants paid and approved'],
      form: '990PF',
      year: 2022,
      pageable: true,
    })
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
      list(filing('990', {}, rows))[0]?.summary
    expect(summaryOf(Object.fromEntries(columns(['fundraisingEvents', 'gaming'], 'ad')))).toBe(
      '1 named fundraising event and 1 kind of gaming.',
    )
    expect(summaryOf(Object.fromEntries(columns(['fundraisingEvents'], 'abcd')))).toBe(
      '2 named fundraising events.',
    )
    expect(summaryOf(Object.fromEntries(columns(['gaming'], 'bcd')))).toBe('2 kinds of gaming.')
  })

  test('have a status for concerns', () => {
    const diverted: Facts = { materialDiversion: { value: true, path } }
    const [governance] = list(filing('990', diverted))
    expect(governance?.status).toEqual({
      label: 'Material diversion of assets reported',
      tone: 'Concern',
    })
    const deficit: Facts = {
      totalRevenue: { value: 1, path },
      revenueLessExpenses: { value: -5, path },
    }
    expect(list(filing('990', deficit))[0]?.status?.tone).toBe('Caution')
  })

  test('are only the postcard for a postcard', () => {
    const facts: Facts = {
      filerName: { value: 'Made', path },
      grossReceiptsNotOverLimit: { value: true, path },
    }
    expect(list(filing('990N', facts))).toMatchObject([
      { id: 'Postcard', summary: expect.stringContaining('$50,000 or less') },
    ])
  })
})
