import { describe, expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { askOrganizations } from '#src/search/ask.ts'
import { type SearchFilters, toSearchFilters } from '#src/search/filters.ts'
import { type SearchParams, SORT_ORDERS, SORTS, type SortOrder } from '#src/search/params.ts'
import { searchOrganizations } from '#src/search/search.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('filters'))

const LISTING: SearchParams = {
  query: '',
  mode: 'Discovery',
  page: 1,
  limit: 100,
  sort: 'Relevance',
  facets: false,
  filters: {},
}

type Found = { found: number; hits: { ein: string; display: OrganizationDisplay }[] }

/** Reads all pages of a search. */
async function readAll(params: Partial<SearchParams>): Promise<Found> {
  const first = await searchOrganizations(world.deps, { ...LISTING, ...params })
  let { hits, page, hasNextPage } = first
  while (hasNextPage) {
    page += 1
    const next = await searchOrganizations(world.deps, { ...LISTING, ...params, page })
    hits = [...hits, ...next.hits]
    hasNextPage = next.hasNextPage
  }
  return { found: first.found, hits }
}

/** A filter, and what every hit must show. `undefined` if only the index knows it. */
const FILTERS: [SearchFilters, ((display: OrganizationDisplay) => boolean) | undefined][] = [
  [{ state: 'OH' }, ({ state }) => state === 'OH'],
  [{ worksInStates: ['OH', 'TX'] }, undefined],
  [{ causes: ['K'] }, ({ cause }) => cause?.code.startsWith('K') === true],
  [{ causeLabel: 'Human Services' }, undefined],
  [{ minRevenue: 1e6 }, ({ revenue }) => (revenue?.value ?? 0) >= 1e6],
  [{ maxRevenue: 1e6 }, ({ revenue }) => (revenue?.value ?? Infinity) <= 1e6],
  [{ minAssets: 1e6 }, ({ assets }) => (assets?.value ?? 0) >= 1e6],
  [{ maxAssets: 1e6 }, ({ assets }) => (assets?.value ?? Infinity) <= 1e6],
  [{ minRating: 70 }, ({ rating }) => (rating?.score ?? 0) >= 70],
  [{ minProgramRatio: 0.8 }, ({ programRatio }) => (programRatio?.value ?? 0) >= 0.8],
  [{ maxProgramRatio: 0.8 }, ({ programRatio }) => (programRatio?.value ?? 1) <= 0.8],
  [{ filedSince: 2023 }, ({ latestYear }) => (latestYear ?? 0) >= 2023],
  [{ primaryForm: '990PF' }, ({ primaryForm }) => primaryForm === '990PF'],
  [{ entityType: 'PrivateFoundation' }, ({ entityType }) => entityType === 'PrivateFoundation'],
  [{ evidenceTier: 'FiledProgram' }, ({ evidenceTier }) => evidenceTier === 'FiledProgram'],
  [{ subsection: '03' }, undefined],
  [{ minRulingYear: 1990, maxRulingYear: 2005 }, undefined],
  [{ exclude: [{ kind: 'states', states: ['OH'] }] }, ({ state }) => state !== 'OH'],
  [
    { exclude: [{ kind: 'words', words: 'foundation' }] },
    ({ name }) => !/\bfoundation\b/i.test(name),
  ],
  [
    { exclude: [{ kind: 'causes', causes: ['K'] }] },
    ({ cause }) => cause?.code.startsWith('K') !== true,
  ],
]

describe.each(FILTERS)('with %j', (filters, passes) => {
  test('some organizations pass the filter, and only those are listed', async () => {
    const { found, hits } = await readAll({ filters })
    const everyone = await readAll({})
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(everyone.found)
    for (const { display } of passes ? hits : []) expect(passes?.(display)).toBe(true)
  })

  test.each([
    ['a listing', { query: '' }],
    ['a search by name', { query: 'community', mode: 'Identity' }],
    ['a search by meaning', { query: 'help for families in need', mode: 'Discovery' }],
  ] as const)('every order of %s has the same organizations', async (_, search) => {
    const einsOf = ({ hits }: Found) => hits.map(({ ein }) => ein).toSorted()
    const byRelevance = await readAll({ ...search, filters })
    expect(byRelevance.hits).toHaveLength(byRelevance.found)
    for (const sort of SORTS.filter((one) => one !== 'Relevance')) {
      for (const order of SORT_ORDERS) {
        const sorted = await readAll({ ...search, filters, sort, order })
        expect(sorted.found, `${sort} ${order}`).toBe(byRelevance.found)
        expect(einsOf(sorted), `${sort} ${order}`).toEqual(einsOf(byRelevance))
      }
    }
  })
})

const QUESTIONS = ['food banks', 'food banks in Ohio', 'churches over $100K', 'clean water', '*']

test.each(QUESTIONS)('every order of the question "%s" has the same organizations', async (q) => {
  const ask = (sort: SearchParams['sort'], order?: SortOrder) =>
    askOrganizations(world.deps, {
      ...{ q, sort, page: 1, limit: 100, filters: {} },
      ...(order && { order }),
    })
  const { outcome } = await ask('Relevance')
  expect(outcome.found).toBeGreaterThan(0)
  for (const sort of SORTS.filter((one) => one !== 'Relevance')) {
    for (const order of SORT_ORDERS) {
      const { outcome: sorted } = await ask(sort, order)
      expect(sorted.found, `${sort} ${order}`).toBe(outcome.found)
    }
  }
})

const FIGURES: [SearchParams['sort'], (display: OrganizationDisplay) => number | undefined][] = [
  ['Revenue', ({ revenue }) => revenue?.value],
  ['Assets', ({ assets }) => assets?.value],
  ['Rating', ({ rating }) => rating?.score],
  ['ProgramRatio', ({ programRatio }) => programRatio?.value],
]

describe.each(FIGURES)('sorted by %s', (sort, figureOf) => {
  test.each([
    ['asc', { query: '' }],
    ['desc', { query: '' }],
    ['asc', { query: 'help for families in need' }],
    ['desc', { query: 'help for families in need' }],
    ['asc', { query: 'community', mode: 'Identity' }],
  ] as const)('%s, %j: figures are in order, and unknown ones are last', async (order, search) => {
    const { hits } = await readAll({ ...search, sort, order })
    const figures = hits.map(({ display }) => figureOf(display))
    const known = figures.filter((figure) => figure !== undefined)
    expect(known.length).toBeGreaterThan(1)
    expect(figures.slice(0, known.length)).toEqual(known)
    const ascending = known.toSorted((a, b) => a - b)
    expect(known).toEqual(order === 'asc' ? ascending : ascending.toReversed())
  })
})

test('places of an organization find it: its city, ZIP code, county, and surroundings', async () => {
  const { hits } = await readAll({})
  const placed = hits.filter(({ display }) => display.zip !== undefined && display.city)
  const { ein, display } = placed[0] ?? {}
  if (!display?.zip || !display.city || !display.state) throw new Error('The demo has no ZIP code.')
  const finds = async (parameters: Record<string, string>) => {
    const eins = await world.find({ Query: '*', Limit: '50', ...parameters })
    expect(eins, JSON.stringify(parameters)).toContain(ein)
    return eins
  }
  await finds({ City: display.city, State: display.state })
  await finds({ ZIP: display.zip })
  const near = await finds({ ZIP: display.zip.slice(0, 3) })
  expect(near.length).toBeLessThan(hits.length)
  await finds({ Near: display.zip, WithinKm: '5' })
})

test('facets of a list count its hits, and a filtered facet ignores its own filter', async () => {
  const filters = toSearchFilters({ State: 'OH' } as never)
  const { facets, found } = await searchOrganizations(world.deps, {
    ...LISTING,
    filters,
    facets: true,
  })
  const everyone = await readAll({})
  const sum = (key: 'State' | 'Form') =>
    (facets?.[key] ?? []).reduce((total, { count }) => total + count, 0)
  const withState = everyone.hits.filter(({ display }) => display.state || display.country)
  expect(sum('State')).toBe(withState.length)
  const withForm = everyone.hits.filter(
    ({ display }) => display.state === 'OH' && display.primaryForm,
  )
  expect(sum('Form')).toBe(withForm.length)
  expect(found).toBe((await readAll({ filters })).found)
})

test.each([
  ['City', 'Sprngfeild', 'Springfield'],
  ['County', 'Cok', 'Cook'],
  ['Near', 'Nowherre', ''],
])('an unknown %s is rejected, with similar names', async (name, value, similar) => {
  const query = new URLSearchParams({ Query: '*', [name]: value })
  const { status, body } = await world.get(`/api/v2/search?${query}`)
  expect(status).toBe(422)
  for (const part of [name, similar, 'Nearest']) expect(JSON.stringify(body)).toContain(part)
})
