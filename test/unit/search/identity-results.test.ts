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
      match('Scouts of the Plains in Akron, OH', 'SCOUTS OF THE PLAINS', ['placed-name'], akron),
    ).toMatchObject({ kind: 'ExactName', value: 'SCOUTS OF THE PLAINS', place: 'Akron, OH' })
    expect(
      match('Prairie Scouts, Ohio', 'SCOUTS OF THE PLAINS', ['placed-name'], akron),
    ).toMatchObject({ kind: 'Alias', field: 'FormerName', place: 'Akron, OH' })
  })

  it('reports a name followed by another place as fuzzy', () => {
    const matched = match('Scouts of the Plains, Troy', 'SCOUTS OF THE PLAINS', [
      'words:query.name',
    ])
    expect(matched).toMatchObject({ kind: 'Fuzzy' })
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
  const resolve = (query: string, hits: ReturnType<typeof found>[], counts = {}) =>
    readResolution({ hits: { hits }, aggregations: counts }, query, false)
  const count = (exact: number, placedName: number) => ({
    exact: { doc_count: exact },
    placedName: { doc_count: placedName },
  })
  const hits = [found('Scouts', ['placed-name'], akron), found('Scouts', ['words:query.name'])]

  it.each([
    [count(0, 1), 'Exact'],
    [count(0, 2), 'Ambiguous'],
    [count(1, 2), 'Exact'],
    [count(2, 1), 'Ambiguous'],
    [count(0, 0), 'Closest'],
  ])('%o is %s', (counts, status) => {
    expect(resolve('Scouts, Akron', hits, counts).status).toBe(status)
  })

  it('offers only organizations that share the name when several do', () => {
    const others = [...hits, found('Scouts of Erie', ['words:query.name'])]
    const candidates = (counts: object) => resolve('Scouts', others, counts).candidates.length
    expect(candidates(count(2, 0))).toBe(2)
    expect(candidates(count(5, 0))).toBe(3)
    expect(candidates(count(0, 0)), 'the closest').toBe(3)
  })

  it.each([
    ['Müller', 'INVERNESS GALLERY OF AMERICAN ART INC'],
    ['İstanbul', 'MARIGOLD VICTIM ASSISTANCE INC'],
    ['Brigid', 'Brightwater Water Fund'],
  ])('%s does not match a name that only shares a syllable: %s', (query, name) => {
    expect(resolve(query, [found(name, [])])).toMatchObject({ status: 'None', candidates: [] })
  })

  it('accepts a misspelling found by trigrams, and any matching word', () => {
    expect(resolve('Gurkana', [found('TURKANA WELLS PARTNERSHIP', [])]).status).toBe('Closest')
    expect(resolve('Ohoi', [found('OHIO', ['misspelt:query.name'])]).status).toBe('Closest')
  })

  it('suggests checking the EIN, or removing filters', () => {
    expect(resolve('07-0000102', []).suggestion).toMatch(/Check its digits/)
    const filtered = readResolution({ hits: { hits: [] } }, '07-0000102', true)
    expect(filtered.suggestion).toMatch(/matches these filters has this EIN/)
  })
})
