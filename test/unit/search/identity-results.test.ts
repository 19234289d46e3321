import { describe, expect, it, test } from 'vitest'
import { readIdentityHits, readResolution } from '#src/search/results/identity.ts'
import { openCases } from '../cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const found = (name: string, matched_queries: string[], place = {}) => {
  const display = {
    ...{ name, nameRef: 'bmf:2026-02:070000001:NAME', forms: [], passages: [], places: [] },
    names: [{ kind: 'former' as const, value: 'Prairie Scouts', ref: 'former' }],
    ...({
      entityType: 'OperatingOrOtherTaxExempt',
      role: 'Independent',
      isRevoked: false,
    } as const),
    ...({ evidenceTier: 'ClassificationOnly', ...place } as const),
  }
  return { _source: { ein: '070000001', display }, matched_queries }
}
const akron = { city: 'Akron', state: 'OH' }
const hitOf = (query: string, ...hit: Parameters<typeof found>) =>
  readIdentityHits([found(...hit)], query)[0]

describe('the match of a hit', () => {
  // Names are compared as typed, so "T.W.P." is an acronym of words before normalization.
  it.each(cases<[string, string, string[], object]>('matches of a hit'))(
    'of "%s" by %s %j',
    (query, name, matched, match) => {
      expect(hitOf(query, name, matched, akron)?.match).toMatchObject(match)
    },
  )

  it('has no place for a name elsewhere', () => {
    const match = hitOf(
      'Scouts of the Plains, Troy, NY',
      'SCOUTS OF THE PLAINS',
      ['placed#7000.1'],
      akron,
    )?.match
    expect(match).toMatchObject({ kind: 'ExactName' })
    expect(match).not.toHaveProperty('place')
  })

  it('has the matching name as its reason, and none for an EIN', () => {
    const named = [{ kind: 'Name', text: 'Prairie Scouts', ref: 'former' }]
    expect(hitOf('prairie scouts', 'SCOUTS', [])?.reasons).toEqual(named)
    expect(hitOf('prairie scouts', 'SCOUTS', ['ein'])?.reasons).toEqual([])
  })
})

const resolve = (query: string, ...hits: ReturnType<typeof found>[]) =>
  readResolution(hits, query, false)

describe('a resolution', () => {
  // The second reading is the name without its place.
  const named = (matched: string) =>
    found(
      'Scouts',
      matched.split(' ').map((name) => (name.includes('#') ? name : `${name}#1.1`)),
      akron,
    )

  it.each(cases<[string, string, string[], string, number]>('resolutions'))(
    'of %s',
    (_, query, hits, status, candidates) => {
      const resolution = resolve(query, ...hits.map(named))
      expect([resolution.status, resolution.candidates.length]).toEqual([status, candidates])
    },
  )

  // A shared syllable is no match. Any clause that names an organization is one.
  it.each(cases<[string, string, string[], string]>('resolutions of near names'))(
    'of %s to %s %j is %s',
    (query, name, matched, status) => {
      const resolution = resolve(query, found(name, matched))
      expect(resolution.status).toBe(status)
      expect(resolution.candidates).toHaveLength(status === 'None' ? 0 : 1)
    },
  )
})

test.each([
  ['07-0000102', false, /Check its digits/],
  ['07-0000102', true, /these filters/],
  ['91101', false, /ZIP=91101/],
])('for %s (filtered: %s) suggests what to do', (query, isFiltered, suggestion) => {
  expect(readResolution([], query, isFiltered).suggestion).toMatch(suggestion)
})
