import { describe, expect, it, test } from 'vitest'
import { toCityKey } from '#src/domain/name-keys.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { readQuery } from '#src/search/queries/readings.ts'
import { readIdentityHits, readResolution } from '#src/search/results/identity.ts'
import { cases } from '../cases.ts'

/** Returns the hit of "Name @ City, ST", which was once called Prairie Scouts. */
const found = (text: string) => {
  const [name = '', place = ''] = text.split(' @ ')
  const [city = '', state] = place.split(', ')
  const display = {
    ...{ name, nameRef: 'bmf:2026-02:070000001:NAME', forms: [], passages: [], places: [] },
    names: [{ kind: 'former' as const, value: 'Prairie Scouts', ref: 'former' }],
    ...({
      entityType: 'OperatingOrOtherTaxExempt',
      role: 'Independent',
      isRevoked: false,
    } as const),
    ...({ evidenceTier: 'ClassificationOnly' } as const),
    ...(state && { city, state }),
  }
  const [{ lat, lon } = { lat: 0, lon: 0 }] = findCities(city, state)
  const filter = state ? { city: [toCityKey(city)], state, location: { lat, lon } } : {}
  return { _source: { ein: '070000001', display, filter } }
}
const hitOf = (query: string, hit: string) => readIdentityHits([found(hit)], readQuery(query))[0]

describe('the match of a hit', () => {
  // Names are compared as typed, so "T.W.P." is an acronym of words before normalization.
  it.each(cases<[string, string, object]>('matches of a hit'))(
    'of "%s" by %s',
    (query, hit, match) => {
      expect(hitOf(query, hit)?.match).toMatchObject(match)
    },
  )

  it('has no place for a name elsewhere', () => {
    const match = hitOf('Scouts of the Plains, Troy, NY', 'Scouts of the Plains @ Akron, OH')?.match
    expect(match).toMatchObject({ kind: 'ExactName' })
    expect(match).not.toHaveProperty('place')
  })

  it('has the matching name as its reason, and none for an EIN', () => {
    const named = [{ kind: 'Name', text: 'Prairie Scouts', ref: 'former' }]
    expect(hitOf('prairie scouts', 'SCOUTS')?.reasons).toEqual(named)
    expect(hitOf('07-0000001', 'SCOUTS')?.reasons).toEqual([])
  })
})

describe('a resolution', () => {
  it.each(cases<[string, string, string[], string, number]>('resolutions'))(
    'of %s',
    (_, query, hits, status, candidates) => {
      const resolution = readResolution(hits.map(found), readQuery(query), 'Close', false)
      expect([resolution.status, resolution.candidates.length]).toEqual([status, candidates])
    },
  )

  // A shared syllable is no match; the typed place, or the same letters, are.
  it.each(cases<[string, string, string]>('resolutions of near names'))(
    'of %s to %s is %s',
    (query, hit, status) => {
      const resolution = readResolution([found(hit)], readQuery(query), 'Loose', false)
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
  const { suggestion: shown } = readResolution([], readQuery(query), 'Loose', isFiltered)
  expect(shown).toMatch(suggestion)
})
