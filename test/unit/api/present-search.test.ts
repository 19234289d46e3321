import { describe, expect, test } from 'vitest'
import {
  presentSearch as presentA,
  searchQuery as queryA,
  searchResults as resultsA,
  toSearchParams,
} from '#src/api/a/search.ts'
import { presentSearch as presentB, serverTiming, toQuestion } from '#src/api/b/search/route.ts'
import { searchQuery as queryB, searchData } from '#src/api/b/search/schema.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Answer } from '#src/search/ask.ts'
import type { Hit, SearchOutcome } from '#src/search/params.ts'
import { testReturns } from '../cases.ts'

const least: Hit = {
  ein: '070000001',
  display: {
    ...{ name: 'Least Known', nameRef: 'bmf:2026-02:070000001:NAME', names: [], forms: [] },
    ...{ entityType: 'OperatingOrOtherTaxExempt', role: 'Independent', passages: [], places: [] },
    ...{ evidenceTier: 'ClassificationOnly', isRevoked: false },
  },
  match: { kind: 'Fuzzy', field: 'Name' },
  reasons: [],
}
const filing = '990:2023:202413199349301234'
const most: Hit = {
  ein: '170000009',
  display: {
    ...least.display,
    name: 'Most Known',
    nameRef: `${filing}:/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt`,
    names: [{ value: 'Once Known', kind: 'former', ref: 'bmf:2024-01:170000009:NAME' }],
    ...{ city: 'Nairobi', country: 'KE', description: 'Teaches.', latestYear: 2023 },
    ...{ primaryForm: '990', forms: ['990', '990T'], familyId: 'GEN-8801', role: 'Central' },
    cause: { code: 'B', label: 'Education', isInferred: true },
    // A filed zero is a zero, not unknown.
    revenue: { value: 0, ref: `${filing}:/IRS990/CYTotalRevenueAmt`, taxYear: 2023 },
  },
  match: { kind: 'Cause', field: 'CauseText', window: 200 },
  reasons: [
    {
      ...{ kind: 'Passage', passage: 'Mission', text: '<em>Teaches</em>.' },
      ...{ isHighlighted: true, ref: `${filing}:/IRS990/MissionDesc` },
    },
    { kind: 'Place', code: 'KE', label: 'Kenya', ref: `${filing}:/IRS990/MissionDesc` },
    { kind: 'Classification', code: 'B', label: 'Education', isInferred: true },
  ],
  explanation: 'Its mission says so.',
}
const outcome: SearchOutcome = {
  ...{ hits: [least, most], found: 12, foundRelation: 'exact', page: 1, hasNextPage: true },
  ...{ queryVersion: 'discovery-2', engineMs: 3 },
}

describe('surface A', () => {
  const query = queryA.parse({ Query: ' food ', Limit: '2', State: 'ohio', Cause: 'K31' })

  test('has every default and type of the interface', () => {
    expect(queryA.parse({ Query: 'x' })).toEqual({
      ...{ Query: 'x', Mode: 'Identity', Sort: 'Relevance', Order: 'desc' },
      ...{ Cursor: 1, Limit: 10, Facets: false },
    })
    const filters = { state: 'OH', causes: ['K31'] }
    const params = { query: 'food', mode: 'Identity', page: 1, limit: 2, filters }
    expect(toSearchParams(query)).toMatchObject(params)
  })

  test('returns the whole response, without unknown values and with a filed zero', () => {
    const body = JSON.parse(JSON.stringify(presentA(query, outcome)))
    expect(resultsA.parse(body)).toEqual(body)
    expect(body.NextCursor).toBe('2')
    expect(Object.keys(resultsA.parse(body).Hits[0] ?? {}).join()).toBe(
      'EIN,Name,EntityType,OrganizationRole,EvidenceTier,EvidenceRefs,Match',
    )
    expect(body.Hits[1]).toMatchObject({
      ...{ Location: 'Nairobi, Kenya', FamilyID: 'GEN-8801', OrganizationRole: 'Central' },
      ...{ FormTypes: ['990', '990T'], Explanation: 'Its mission says so.' },
      EvidenceRefs: [most.display.nameRef, `${filing}:/IRS990/MissionDesc`],
      Match: { Kind: 'Cause', Field: 'CauseText', Window: 200 },
      WhyMatched: [
        { Kind: 'Passage', Passage: 'Mission', Text: '<em>Teaches</em>.', Highlighted: true },
        { Kind: 'Place', Code: 'KE', Label: 'Kenya' },
        { Kind: 'Classification', Code: 'B', Label: 'Education', Inferred: true },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('null')
  })
})

describe('surface B', () => {
  const query = queryB.parse({ q: 'schools in Kenya', sort: 'program_ratio', min_revenue: '10.5' })
  const answer: Answer = {
    outcome,
    interpretation: {
      ...{ text: 'schools in Kenya', mode: 'Discovery' },
      applied: { minRevenue: 10.5, exclude: [{ kind: 'states', states: ['OH'] }] },
      ...{ sort: 'ProgramRatio', order: 'asc', limit: 5 },
      phrases: [{ phrase: 'over $10', meaning: 'revenue from $10', key: 'minRevenue' }],
      notUnderstood: [{ phrase: 'near me', why: 'Name a city.', reason: 'Name a city.' }],
    },
  }

  test('translates explicit parameters into domain terms', () => {
    const asked = { q: 'schools in Kenya', page: 1, sort: 'ProgramRatio' }
    expect(toQuestion(query)).toEqual({ ...asked, filters: { minRevenue: 10.5 } })
  })

  test('returns the whole response, with filings registered as evidence', () => {
    const body = JSON.parse(JSON.stringify(presentB(query, answer)))
    expect(searchData.parse(body)).toEqual(body)
    expect(body.interpretation).toEqual({
      ...{ text: 'schools in Kenya', mode: 'discovery', min_revenue: 10.5, order: 'asc' },
      ...{ sort: 'program_ratio', exclude: [{ kind: 'states', states: ['OH'] }] },
      phrases: [{ phrase: 'over $10', meaning: 'revenue from $10' }],
      not_understood: [{ phrase: 'near me', why: 'Name a city.' }],
    })
    expect(body.limit).toBe(5)
    expect(body.results[0].financials).toEqual({})
    expect(body.results[1].financials.total_revenue).toMatchObject({ value: 0, _src: 'f1' })
    expect(body.evidence).toEqual({
      sources: {
        f1: { form: '990', tax_year: 2023, object_id: '202413199349301234' },
        r1: { collection: 'registry', source: 'bmf', as_of: '2026-02' },
        r2: { collection: 'registry', source: 'bmf', as_of: '2024-01' },
      },
    })
    expect(body.results[0]._src).toBe('r1')
    expect(body.results[1]).toMatchObject({ _src: 'f1', other_names: [{ _src: 'r2' }] })
    expect(JSON.stringify(body)).not.toContain('null')
  })

  test('reports phases in a Server-Timing header', () => {
    expect(serverTiming({ search: 1.25, mongo: 0, build: 0.04, audit: 0, total: 2 })).toBe(
      'search;dur=1.3, mongo;dur=0.0, build;dur=0.0, audit;dur=0.0, total;dur=2.0',
    )
  })
})

testReturns({
  locations: (place: object) => toLocation({ ...least.display, ...place }),
})
