import { describe, expect, it } from 'vitest'
import { readIdentityHits, readResolution } from '#src/search/results/identity.ts'

const found = (
  name: string,
  matched_queries: string[],
  place: { city?: string; state?: string } = {},
) => ({
  _source: {
    ein: '070000001',
    display: {
      name,
      nameRef: 'bmf:2026-02:070000001:NAME',
      names: [{ kind: 'former' as const, value: 'Prairie Scouts', ref: 'former' }],
      ...place,
      forms: [],
      entityType: 'OperatingOrOtherTaxExempt' as const,
      role: 'Independent' as const,
      evidenceTier: 'ClassificationOnly' as const,
      isRevoked: false,
      passages: [],
      places: [],
    },
  },
  matched_queries,
})
const akron = { city: 'Akron', state: 'OH' }

describe('readIdentityHits', () => {
  const match = (query: string, ...hit: Parameters<typeof found>) =>
    readIdentityHits([found(...hit)], query)[0]?.match

  it('reports a whole name followed by its place as exact, with the place', () => {
    expect(
      match(
        'Scouts of the Plains in Akron, OH',
        'SCOUTS OF THE PLAINS',
        ['placed#7000.1', 'city#4000.1'],
        akron,
      ),
    ).toMatchObject({ kind: 'ExactName', value: 'SCOUTS OF THE PLAINS', place: 'Akron, OH' })
    expect(
      match(
        'Prairie Scouts, Ohio',
        'SCOUTS OF THE PLAINS',
        ['placed#7000.1', 'state#2500.1'],
        akron,
      ),
    ).toMatchObject({ kind: 'Alias', field: 'FormerName', place: 'Akron, OH' })
  })

  it('reports no place for a name elsewhere', () => {
    const matched = match(
      'Scouts of the Plains, Troy, NY',
      'SCOUTS OF THE PLAINS',
      ['placed#7000.1'],
      akron,
    )
    expect(matched).toMatchObject({ kind: 'ExactName' })
    expect(matched).not.toHaveProperty('place')
  })

  it('recognizes an acronym of the words before normalization', () => {
    expect(match('T.W.P.', 'Turkana Wells Partnership', ['acronym'])).toMatchObject({
      kind: 'Alias',
      field: 'Acronym',
    })
  })

  it('returns the matching name as the reason, and none for an EIN', () => {
    const reasons = (...asked: Parameters<typeof found>) =>
      readIdentityHits([found(...asked)], 'prairie scouts')[0]?.reasons
    expect(reasons('SCOUTS', [])).toEqual([{ kind: 'Name', text: 'Prairie Scouts', ref: 'former' }])
    expect(reasons('SCOUTS', ['ein'])).toEqual([])
  })

  it('prefers a name that begins with the query to a nearer one', () => {
    expect(match('prairie', 'PRAIRIES', [])).toMatchObject({ kind: 'Prefix', value: 'PRAIRIES' })
    expect(match('prairie s', 'PRAIRES SX', [])).toMatchObject({ value: 'Prairie Scouts' })
  })
})

describe('readResolution', () => {
  const resolve = (query: string, ...hits: ReturnType<typeof found>[]) =>
    readResolution(hits, query, false)
  // The second reading is the name without its place.
  const named = (...matched: string[]) =>
    found(
      'Scouts',
      matched.map((name) => (name.includes('#') ? name : `${name}#1.1`)),
      akron,
    )

  it.each([
    ['one name', 'Scouts of Erie', [['exact'], ['words']], 'Exact', 1],
    ['several of one name', 'Scouts of Erie', [['exact'], ['exact'], ['words']], 'Ambiguous', 2],
    ['more than can be shown', 'Scouts of Erie', Array(5).fill(['exact']), 'Ambiguous', 3],
    ['one word that is also an acronym', 'Scouts', [['exact'], ['acronym']], 'Ambiguous', 2],
    ['a famous organization before it', 'Scouts of Erie', [['words'], ['exact']], 'Ambiguous', 2],
    ['one acronym', 'SCT', [['acronym']], 'Exact', 1],
    ['several of one acronym', 'SCT', [['acronym'], ['acronym']], 'Ambiguous', 2],
    ['letters of several words', 'S C T', [['acronym']], 'Closest', 1],
    ['one in the city', 'Scouts, Akron, OH', [['placed', 'city'], ['placed']], 'Exact', 1],
    ['one in the state', 'Scouts, OH', [['placed', 'state'], ['placed']], 'Exact', 1],
    ['one in another city', 'Scouts, Akron, OH', [['placed', 'state']], 'Ambiguous', 1],
    ['one in a place of its name', 'Scouts, OH', [['placed', 'near#1.2']], 'Ambiguous', 1],
    [
      'several in the city',
      'Scouts, Akron, OH',
      [
        ['placed', 'city'],
        ['placed', 'city'],
        ['placed', 'state'],
      ],
      'Ambiguous',
      2,
    ],
    ['one in another place', 'Scouts, Akron, OH', [['placed']], 'Ambiguous', 1],
    ['only words', 'Scouts of Erie', [['words'], ['words']], 'Closest', 2],
  ])('%s', (_, query, hits, status, candidates) => {
    const resolution = resolve(query, ...hits.map((matched: string[]) => named(...matched)))
    expect(resolution).toMatchObject({ status })
    expect(resolution.candidates).toHaveLength(candidates)
  })

  it.each([
    ['Müller', 'INVERNESS GALLERY OF AMERICAN ART INC'],
    ['İstanbul', 'MARIGOLD VICTIM ASSISTANCE INC'],
    ['Brigid', 'Brightwater Water Fund'],
  ])('%s does not match a name that only shares a syllable: %s', (query, name) => {
    expect(resolve(query, found(name, []))).toMatchObject({ status: 'None', candidates: [] })
  })

  it('accepts a similar name, and any clause that names it', () => {
    expect(resolve('Gurkana', found('TURKANA WELLS PARTNERSHIP', [])).status).toBe('Closest')
    expect(resolve('Ohoi', found('OHIO', ['words'])).status).toBe('Closest')
  })

  it('suggests checking the EIN, removing filters, or filtering by ZIP code', () => {
    expect(resolve('07-0000102').suggestion).toMatch(/Check its digits/)
    expect(readResolution([], '07-0000102', true).suggestion).toMatch(
      /matches these filters has this EIN/,
    )
    expect(resolve('91101').suggestion).toMatch(/use ZIP=91101/)
  })
})
