import { expect, test } from 'vitest'
import { searchQuery, toQuery } from '#src/api/a/search.ts'
import { toSearchFilters } from '#src/api/shared/search-filters.ts'
import type { SearchFilters } from '#src/search/params.ts'

const read = (given: Record<string, string | string[]>) =>
  searchQuery.safeParse({ Query: 'x', ...given })

test.each<[Record<string, string | string[]>, SearchFilters]>([
  [{ State: 'abroad' }, { state: 'Abroad' }],
  [{ City: 'St. Louis' }, { city: 'saintlouis' }],
  [{ City: 'NYC' }, { city: 'newyork' }],
  [{ City: 'Upper Unmapped' }, { city: 'upperunmapped' }],
  [{ ZIP: '606' }, { zip: '606' }],
  [{ ZIP: '60601-1234' }, { zip: '60601' }],
  [{ ZIP: '606011234' }, { zip: '60601' }],
  [{ County: 'Cook County, IL' }, { counties: ['IL-031'] }],
  [{ County: 'IL-031,GA-075' }, { counties: ['IL-031', 'GA-075'] }],
  [
    { MinAssets: '1e6', MaxAssets: '2.5E7' },
    { minAssets: 1e6, maxAssets: 2.5e7 },
  ],
  [{ MinRevenue: '-5' }, { minRevenue: -5 }],
  [{ MinRating: '72.5' }, { minRating: 72.5 }],
  [
    { MinProgramRatio: '.75', MaxProgramRatio: '90%' },
    { minProgramRatio: 0.75, maxProgramRatio: 0.9 },
  ],
  [{ FiledSince: '2022' }, { filedSince: 2022 }],
  [{ Subsection: '3' }, { subsection: '03' }],
  [{ Subsection: '501(c)(19)' }, { subsection: '19' }],
  [{ Subsection: '501c3' }, { subsection: '03' }],
  [{ Subsection: '501(d)' }, { subsection: '40' }],
  [
    { MinRulingYear: '1990', MaxRulingYear: '1990' },
    { minRulingYear: 1990, maxRulingYear: 1990 },
  ],
  [{ Exclude: 'K31' }, { exclude: [{ kind: 'causes', causes: ['K31'] }] }],
  [
    { Exclude: 'museums, Ohio' },
    {
      exclude: [
        { kind: 'causes', causes: ['A5'] },
        { kind: 'name', words: 'museums' },
        { kind: 'states', states: ['OH'] },
      ],
    },
  ],
  [
    { Exclude: ['Food, Agriculture & Nutrition', 'soup ladles'] },
    {
      exclude: [
        { kind: 'causes', causes: ['K'] },
        { kind: 'name', words: 'Food, Agriculture & Nutrition' },
        { kind: 'words', words: 'soup ladles' },
      ],
    },
  ],
])('%j is read', (given, filters) => {
  const { data } = read(given)
  expect(data && toSearchFilters(data)).toEqual(filters)
})

test.each([
  [{ Near: 'Boston, MA' }, { label: 'Boston, MA', km: 50 }],
  [
    { Near: 'boston', WithinKm: '20' },
    { label: 'Boston, MA', km: 20 },
  ],
  [{ Near: '02139-1234' }, { label: '02139', km: 50 }],
  [
    { Near: 'Bay Area', WithinKm: '500' },
    { label: 'Bay Area', km: 500 },
  ],
])('%j is an area', (given, area) => {
  const { data } = read(given)
  expect(data && toSearchFilters(data).near).toMatchObject(area)
})

test('a star lists what passes the filters, in any mode', () => {
  expect(toQuery({ Query: '*', Mode: 'Identity' })).toEqual({ query: '', mode: 'Discovery' })
  expect(read({ Query: '*', EvidenceTier: 'FiledProgram' }).success).toBe(true)
  expect(read({ EvidenceTier: 'FiledProgram' }).success).toBe(false)
})

test('a query has at most 2,000 characters', () => {
  expect(read({ Query: 'x'.repeat(2_000) }).success).toBe(true)
  expect(read({ Query: 'x'.repeat(2_001) }).success).toBe(false)
})
