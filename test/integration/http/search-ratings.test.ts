import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from './world.ts'

const [PANTRY] = ORGANIZATIONS
const COUNT = 45

/** Pantries in Ohio: each fifth is not rated, scores repeat, and ratios are in reverse order. */
function pantry(n: number): OrganizationDocument {
  if (!PANTRY) throw new Error('There is no organization to copy.')
  const ein = `07${String(100 + n).padStart(7, '0')}`
  const isRated = n % 5 !== 0
  const score = 40 + (n % 12) * 4.25
  const value = 1 - n / 100
  const filing = '990:2024:202513199349301234:/ReturnHeader'
  return {
    ...PANTRY,
    ein,
    display: {
      ...PANTRY.display,
      name: `Harvest Pantry ${n}`,
      ...(isRated && {
        rating: {
          score,
          band: score >= 85 ? 'Strong' : 'Good',
          taxYear: 2024,
          policyVersion: 'rating-1',
          ref: `derived:rating:${ein}:2024`,
          filing,
        },
        programRatio: {
          value,
          taxYear: 2024,
          ref: `derived:programRatio:${ein}:2024`,
          derivedFrom: ['990:2024:202513199349301234:/IRS990/TotalFunctionalExpensesGrp/TotalAmt'],
        },
      }),
    },
    query: { ...PANTRY.query, name: `harvest pantry ${n}`, nameKey: `harvest pantry ${n}` },
    sort: { ...PANTRY.sort, ...(isRated && { rating: score, programRatio: value }) },
  }
}
const MADE = Array.from({ length: COUNT }, (_, at) => pantry(at + 1))

let world: World
beforeAll(async () => {
  world = await openWorld('search_ratings')
  await buildIndex(world.opensearch, world.deps.indexPrefix, MADE)
})
afterAll(() => world.close())

async function search(query: Record<string, string>) {
  const response = await world.app.inject({ url: '/api/v2/search', query })
  expect(response.statusCode, response.body).toBe(200)
  return envelope(searchData).parse(response.json()).data
}

/** Returns all pages of a search, ten a page. */
async function walk(query: Record<string, string>) {
  const found: Awaited<ReturnType<typeof search>>['results'] = []
  for (let page = 1; ; page += 1) {
    const data = await search({ ...query, page: String(page), limit: '10' })
    found.push(...data.results)
    if (!data.has_more) return found
  }
}

describe.each([
  ['a name', 'harvest pantry', 'identity'],
  ['a cause', 'food pantries', 'discovery'],
  ['only a place', 'organizations in Ohio', 'discovery'],
])('a search for %s', (_, q, mode) => {
  test.each(['rating', 'program_ratio'] as const)(
    'sorted by %s is in order and complete, with unknown values last',
    async (sort) => {
      expect((await search({ q, sort })).interpretation).toMatchObject({ mode, sort })
      const found = await walk({ q, sort })
      expect(new Set(found.map(({ ein }) => ein)).size).toBe(COUNT)
      expect(found).toHaveLength(COUNT)
      const figures = found.map((hit) => (sort === 'rating' ? hit.rating?.score : hit[sort]?.value))
      const known = figures.filter((figure) => figure !== undefined)
      expect(known).toHaveLength(36)
      expect(known).toEqual(known.toSorted((a, b) => b - a))
      expect(figures.slice(known.length)).toEqual(Array.from({ length: 9 }, () => undefined))
    },
  )
})

test('"top rated food banks" sorts by rating', async () => {
  const data = await search({ q: 'top rated food banks' })
  expect(data.interpretation).toMatchObject({ mode: 'discovery', sort: 'rating' })
  expect(data.results[0]?.rating?.score).toBe(86.75)
})

test('a hit shows score and ratio with their years, or nothing', async () => {
  const [hit] = (await search({ q: '070000111' })).results
  expect(hit?.rating).toEqual({
    score: 86.75,
    band: 'Strong',
    tax_year: 2024,
    policy_version: 'rating-1',
    ref: 'derived:rating:070000111:2024',
    _src: 'f1',
  })
  expect(hit?.program_ratio).toMatchObject({
    value: 0.89,
    ref: 'derived:programRatio:070000111:2024',
    _src: 'f1',
  })
  const [unrated] = (await search({ q: '070000105' })).results
  expect(unrated).not.toHaveProperty('rating')
  expect(unrated).not.toHaveProperty('program_ratio')
})
