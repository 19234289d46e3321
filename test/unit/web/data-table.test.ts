import { load } from 'cheerio'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import {
  type DataColumn,
  DataTable,
  TableTools,
  toCsvColumns,
} from '#src/web/components/data-table.tsx'
import { linkGrantFacets, readGrantAddress } from '#src/web/search/grant-address.ts'

type Row = { name: string; amount: number }

const COLUMNS: DataColumn<Row>[] = [
  {
    key: 'Name',
    label: 'Name',
    sortKey: 'Name',
    cell: ({ name }) => name,
    csv: ({ name }) => name,
  },
  {
    key: 'Amount',
    label: 'Amount',
    isNumeric: true,
    sortKey: 'Amount',
    cell: ({ amount }) => `$${amount}`,
    csv: ({ amount }) => amount,
  },
  { key: 'Ref', label: 'Ref', csv: () => 'a-ref' },
  { key: 'Note', label: 'Note', cell: () => 'only here' },
]

const open = (sorted: { key: string; order: 'asc' | 'desc' }) =>
  load(
    renderToString(
      h(DataTable<Row>, {
        name: 'List',
        columns: COLUMNS,
        rows: [{ name: 'Alder', amount: 5 }],
        keyOf: ({ name }) => name,
        sorted,
        sortPath: ({ key, order }) => `/list?Sort=${key}&Order=${order}`,
      }),
    ),
  )

test('a head links to its order, and says the current one', () => {
  const $ = open({ key: 'Amount', order: 'desc' })
  const heads = $('thead th').toArray()
  expect(heads.map((head) => [$(head).attr('aria-sort'), $(head).find('a').attr('href')])).toEqual([
    [undefined, '/list?Sort=Name&Order=asc'],
    ['descending', '/list?Sort=Amount&Order=asc'],
    [undefined, undefined],
  ])
  expect(open({ key: 'Name', order: 'asc' })('th[aria-sort=ascending] a').attr('href')).toBe(
    '/list?Sort=Name&Order=desc',
  )
})

test('the first column names the row', () => {
  const $ = open({ key: 'Name', order: 'asc' })
  expect($('tbody th[scope=row]').text()).toBe('Alder')
  expect($('tbody td.number').text()).toBe('$5')
})

test('the file has the columns with values, and the page those with cells', () => {
  const row = { name: 'Alder', amount: 5 }
  expect(toCsvColumns(COLUMNS).map(({ name, read }) => [name, read(row)])).toEqual([
    ['Name', 'Alder'],
    ['Amount', 5],
    ['Ref', 'a-ref'],
  ])
})

test('the search within keeps the other parameters and can be cleared', () => {
  const $ = load(
    renderToString(
      h(TableTools, {
        path: '/list',
        kept: { Sort: 'Name', Year: undefined },
        within: 'ald',
        csvPath: '/list.csv',
      }),
    ),
  )
  expect($('form').attr('action')).toBe('/list')
  expect(
    $('input[type=hidden]')
      .toArray()
      .map((one) => $(one).attr('name')),
  ).toEqual(['Sort'])
  expect($('input[name=Within]').attr('value')).toBe('ald')
  expect($('a').first().attr('href')).toBe('/list?Sort=Name')
})

test('an address of grants drops empty and unknown parameters, and reads dollars', () => {
  const given = { Query: ' food ', State: '', MinAmount: '$1,000', utm_source: 'x', Page: '2' }
  expect(readGrantAddress(given)).toEqual({ Query: 'food', MinAmount: '1000', Page: '2' })
})

test('a facet of grants sets its filter, removes it, and goes to the first page', () => {
  const bucket = (value: string) => [{ value, label: value, count: 1 }]
  const facets = {
    State: bucket('OH'),
    Year: bucket('2022'),
    AmountBand: bucket('5KTo25K'),
    Category: bucket('ScheduleI'),
  }
  const links = linkGrantFacets(facets, { Query: 'food', State: 'OH', Page: '3' })
  expect(links.map(({ links: [link] }) => [link?.isSet, link?.href])).toEqual([
    [true, '/grants?Query=food'],
    [false, '/grants?Query=food&State=OH&MinYear=2022&MaxYear=2022'],
    [false, '/grants?Query=food&State=OH&MinAmount=5000&MaxAmount=24999'],
    [false, '/grants?Query=food&State=OH&Category=ScheduleI'],
  ])
})
