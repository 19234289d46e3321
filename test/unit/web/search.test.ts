import { describe, expect, test } from 'vitest'
import { FACETS, type FacetCounts, type FacetKey } from '#src/search/facets.ts'
import type { SearchFilters } from '#src/search/filters.ts'
import { lastPage, pageWindow } from '#src/web/components/search/paging.tsx'
import { searchPath, withoutPhrase } from '#src/web/search/address.ts'
import { chipsOf, linkFacets } from '#src/web/search/filters.ts'
import { isBlank, readSearch } from '#src/web/search/read-search.ts'
import { testCases, testReturns } from '../cases.ts'

describe('reading the address of a search', () => {
  testCases('searches that are read', (_: string, raw: Record<string, string>, read: object) => {
    expect(readSearch(raw)).toMatchObject(read)
    const { address } = read as { address?: object }
    if (address) expect(readSearch(raw).address).toEqual(address)
  })

  test('keeps what was typed, and reports each error by its parameter', () => {
    const { address, issues } = readSearch({ Query: 'choir', State: 'Ohoi', MinRevenue: 'lots' })
    expect(address).toEqual({ Query: 'choir', State: 'Ohoi', MinRevenue: 'lots' })
    expect(Object.keys(issues ?? {})).toEqual(['State', 'MinRevenue'])
    expect(issues?.State).toContain('Ohio')
  })

  testCases('rejected searches', (raw: Record<string, string | string[]>, name: string) => {
    expect(Object.keys(readSearch(raw).issues ?? {})).toEqual([name])
  })
})

test('a changed search begins at its first page and keeps the rest', () => {
  const address = { Query: 'a&b', State: 'OH', Cursor: '4' }
  expect(searchPath(address, { State: 'TX' })).toBe('/?Query=a%26b&State=TX')
  expect(searchPath(address, { Cursor: '5' })).toBe('/?Query=a%26b&State=OH&Cursor=5')
})

describe('facets as links', () => {
  const NONE = { State: [], Cause: [], Form: [], EntityType: [], RevenueBand: [] }
  const hrefs = (facets: Partial<FacetCounts<FacetKey>>, address = {}) =>
    linkFacets(FACETS, { ...NONE, ...facets }, address, (changes) =>
      searchPath(address, changes),
    ).flatMap(({ links }) => links)

  test('set the filter of their value, and remove it if it is set', () => {
    const State = [
      { value: 'OH', label: 'Ohio', count: 3 },
      { value: 'ON', label: 'ON', count: 1 },
    ]
    expect(hrefs({ State }, { Query: 'x', State: 'OH' })).toEqual([
      { label: 'Ohio', count: 3, isSet: true, href: '/?Query=x' },
      // Abroad, the filed state is a province, which the filter does not accept.
      { label: 'ON', count: 1, isSet: false },
    ])
  })

  test('a cause replaces any other cause', () => {
    const Cause = [{ value: 'Education', label: 'Education', count: 2 }]
    expect(hrefs({ Cause }, { CauseLabel: 'Employment' })).toMatchObject([
      { href: '/?Cause=Education' },
    ])
  })

  test('a revenue band is two bounds, the upper one included; "none filed" is no filter', () => {
    const RevenueBand = [
      { value: 'None', label: 'None filed', count: 1 },
      { value: 'Under50K', label: 'Under', count: 1 },
      { value: '1MTo10M', label: '1 to 10', count: 1 },
    ]
    const links = hrefs({ RevenueBand }, { MinRevenue: '1000000', MaxRevenue: '9999999' })
    expect(links.map(({ isSet, href }) => [isSet, href])).toEqual([
      [false, undefined],
      [false, '/?MaxRevenue=49999'],
      [true, '/'],
    ])
  })
})

test('each filter is a chip that links to the search without it', () => {
  const address = { State: 'OH', Cause: 'K31', MinRevenue: '5000' }
  const filters: SearchFilters = { state: 'OH', causes: ['K31'], minRevenue: 5_000 }
  expect(chipsOf(address, filters)).toMatchObject([
    { label: 'Registered in Ohio', href: '/?Cause=K31&MinRevenue=5000' },
    { label: 'K31 (Food Banks & Pantries)', href: '/?State=OH&MinRevenue=5000' },
    { label: 'Revenue at least $5,000', href: '/?State=OH&Cause=K31' },
  ])
})

testReturns({
  'blank searches: without words, filters, or an order': (raw: Record<string, string>) => {
    const { given } = readSearch(raw)
    return given && isBlank(given)
  },
  "last pages, up to the service's limit": lastPage,
  'windows of pages': pageWindow,
  'queries without a phrase': withoutPhrase,
})
