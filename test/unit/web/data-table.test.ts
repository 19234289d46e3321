import { expect, test } from 'vitest'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { GRANT_FACETS, GRANT_FILTERS } from '#src/search/grants/filters.ts'
import { SortedList } from '#src/web/components/list-tools.tsx'
import { RowsTable } from '#src/web/components/rows/rows-table.tsx'
import { type DataColumn, DataTable, toCsvColumns } from '#src/web/components/table.tsx'
import { grantSearchPath } from '#src/web/links.ts'
import { readAddress } from '#src/web/pages/list-search.tsx'
import { linkFacets } from '#src/web/search/filters.ts'
import { attributesOf, draw, textsOf } from './draw.ts'

type Row = { name: string; amount: number }

const ALDER = { name: 'Alder', amount: 5 }
const named = (key: string) => ({ key, label: key })
const COLUMNS: DataColumn<Row>[] = [
  { ...named('Name'), sortKey: 'Name', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    ...{ ...named('Amount'), isNumeric: true, sortKey: 'Amount' },
    ...{ cell: ({ amount }) => `$${amount}`, csv: ({ amount }) => amount },
  },
  { ...named('Ref'), csv: () => 'a-ref' },
  { ...named('Note'), cell: () => 'only here' },
]

const open = (key: string, order: 'asc' | 'desc') =>
  draw(DataTable<Row>, {
    name: 'List',
    columns: COLUMNS,
    rows: [ALDER],
    sorted: { key, order },
    sortPath: ({ Sort, Order }) => `/list?Sort=${Sort}&Order=${Order}`,
  })

test('a head links to its order, and says the current one', () => {
  const $ = open('Amount', 'desc')
  expect([$('tbody th[scope=row]').text(), $('tbody td.number').text()]).toEqual(['Alder', '$5'])
  expect(attributesOf($, 'thead th', 'aria-sort')).toEqual([undefined, 'descending', undefined])
  expect(attributesOf($, 'thead th a', 'href')).toEqual([
    '/list?Sort=Name&Order=asc',
    '/list?Sort=Amount&Order=asc',
  ])
  const [href] = attributesOf(open('Name', 'asc'), 'th[aria-sort=ascending] a', 'href')
  expect(href).toBe('/list?Sort=Name&Order=desc')
})

test('the file has the columns with values, and the page those with cells', () => {
  expect(toCsvColumns(COLUMNS).map(({ name, read }) => [name, read(ALDER)])).toEqual([
    ['Name', 'Alder'],
    ['Amount', 5],
    ['Ref', 'a-ref'],
  ])
})

test('the search within keeps the other parameters and can be cleared', () => {
  const asked = { Sort: 'Name', Year: undefined, Within: 'ald', Page: 1 }
  const list = { name: 'List', path: '/list', count: 1, columns: COLUMNS, rows: [ALDER] }
  const $ = draw(SortedList<Row>, { ...list, asked })
  expect($('form').attr('action')).toBe('/list')
  expect(attributesOf($, 'input[type=hidden]', 'name')).toEqual(['Sort'])
  expect($('input[name=Within]').attr('value')).toBe('ald')
  expect($('a').first().attr('href')).toBe('/list?Sort=Name')
})

test('an address of grants drops empty and unknown parameters, and reads dollars', () => {
  const given = { Query: ' food ', State: '', MinAmount: '$1,000', utm_source: 'x', Page: '2' }
  expect(readAddress(GRANT_FILTERS, given)).toEqual({ Query: 'food', MinAmount: '1000', Page: '2' })
})

test('a facet of grants sets its filter, or removes it', () => {
  const bucket = (value: string) => [{ value, label: value, count: 1 }]
  const facets = {
    ...{ State: bucket('OH'), Year: bucket('2022') },
    ...{ AmountBand: bucket('5KTo25K'), Category: bucket('ScheduleI') },
  }
  const address = { Query: 'food', State: 'OH' }
  const links = linkFacets(GRANT_FACETS, facets, address, (changes) =>
    grantSearchPath({ ...address, ...changes }),
  )
  expect(links.map(({ links: [link] }) => [link?.isSet, link?.href])).toEqual([
    [true, '/grants?Query=food'],
    [false, '/grants?Query=food&State=OH&MinYear=2022&MaxYear=2022'],
    [false, '/grants?Query=food&State=OH&MinAmount=5000&MaxAmount=24999'],
    [false, '/grants?Query=food&State=OH&Category=ScheduleI'],
  ])
})

test('many empty columns are collapsed, and a few are listed', () => {
  const table = describeTable({ schemaVersion: '2022v5.0' }, 'officers990', 1)
  const filing = { form: '990', taxYear: 2022, objectId: '1' } as never
  const rows = [{ table: 'officers990', row: { cells: { name: { value: 'Ada', path: '/x' } } } }]
  const show = (columns: typeof table.columns) =>
    draw(RowsTable, { ein: '070000301', filing, table: { ...table, columns }, rows: rows as never })
  const [many, few] = [show(table.columns), show(table.columns.slice(0, 3))]
  const [, empty] = table.columns
  expect([many('details').length, few('details').length]).toEqual([1, 0])
  expect(many('details').text()).toContain(empty?.label)
  expect(textsOf(few, '.note').join(' ')).toContain(empty?.label)
})
