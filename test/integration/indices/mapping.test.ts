import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createIndex, refreshIndex } from '#indexer/index/build/build-index.ts'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toEntry } from '#indexer/index/build/write-organizations.ts'
import { deleteIndices, newMeta } from '#indexer/index/catalog/index-catalog.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex, organizationsProperties } from '#mappings/organizations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'

const release = '20260101t000000000z'
const index = organizationsIndex('mapping-test-', release)
const DIMENSION = 4
let opensearch: OpenSearch

const whole: OrganizationDocument = {
  ein: '070000017',
  display: {
    name: 'Saint Aldwyn Food Bank Inc.',
    nameRef: 'bmf:2026-04:070000017:NAME',
    names: [],
    forms: ['990', '990T'],
    entityType: 'OperatingOrOtherTaxExempt',
    role: 'Independent',
    evidenceTier: 'FiledProgram',
    isRevoked: false,
    passages: [],
    places: [],
  },
  query: {
    name: 'saint aldwyn food bank',
    nameKey: 'saint aldwyn food bank',
    alias: ['aldwyn pantry'],
    aliasKey: ['aldwyn pantry'],
    acronym: ['safb'],
    wordSet: ['aldwyn bank food saint'],
    compact: ['saintaldwynfoodbank'],
    mission: ['To end hunger.'],
    programs: ['A mobile kitchen for the families of Toledo.'],
    website: ['Volunteers welcome.'],
    classification: ['Food, Agriculture & Nutrition'],
  },
  filter: {
    state: 'OH',
    city: ['toledo'],
    zip: '43604',
    county: 'OH-095',
    location: { lat: 41.65, lon: -83.54 },
    cause: ['K', 'K3', 'K31'],
    causeLabel: 'Food, Agriculture & Nutrition',
    form: '990',
    forms: ['990', '990T'],
    entityType: 'OperatingOrOtherTaxExempt',
    evidenceTier: 'FiledProgram',
    revenueBand: '250KTo1M',
    revenue: 999_999,
    taxYear: 2022,
    subsection: '03',
    rulingYear: 1998,
    places: ['US-OH', 'KE'],
    family: 'GEN-0007',
  },
  sort: {
    revenue: 999_999,
    assets: 12,
    recent: '2022-12-31',
    rating: 87.5,
    programRatio: 0.75,
    prominence: 6,
    evidence: 0,
  },
  vector: { cause: [1, 0, 0, 0] },
}

/** A document that no query below may find. */
const other: OrganizationDocument = {
  ein: '170000001',
  display: { ...whole.display, name: 'Other' },
  query: {
    name: 'choir',
    nameKey: 'choir',
    alias: [],
    aliasKey: [],
    acronym: [],
    wordSet: [],
    compact: [],
    mission: [],
    programs: [],
    website: [],
    classification: [],
  },
  filter: {
    city: [],
    cause: [],
    forms: [],
    entityType: 'PrivateFoundation',
    evidenceTier: 'ClassificationOnly',
    revenueBand: 'None',
    places: [],
  },
  sort: { prominence: 0, evidence: 1 },
}

beforeAll(async () => {
  opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  await deleteIndices(opensearch, [index])
  const model = { model: 'made@0', dimension: DIMENSION }
  await createIndex(opensearch, newMeta(index, release, model, undefined))
  const writer = openBulkWriter(opensearch, index)
  await writer.put([whole, other].map(toEntry))
  expect(await writer.finish()).toMatchObject({ written: 2, failed: 0, refused: [] })
  await refreshIndex(opensearch, index)
})

afterAll(async () => {
  await deleteIndices(opensearch, [index])
  await opensearch.close()
})

const find = async (query: object): Promise<string[]> => {
  const { hits } = await opensearch.search({ index, body: { query, _source: false } })
  return hits.hits.map(({ _id }) => _id)
}

const QUERIES: Record<string, object> = {
  ein: { term: { ein: '070000017' } },
  'query.name': { match: { 'query.name': 'aldwyn' } },
  'query.name.prefix': { match: { 'query.name.prefix': 'ald' } },
  'query.nameKey': { term: { 'query.nameKey': 'saint aldwyn food bank' } },
  'query.alias': { match: { 'query.alias': 'pantry' } },
  'query.alias.prefix': { match: { 'query.alias.prefix': 'pan' } },
  'query.aliasKey': { term: { 'query.aliasKey': 'aldwyn pantry' } },
  'query.acronym': { term: { 'query.acronym': 'safb' } },
  'query.wordSet': { term: { 'query.wordSet': 'aldwyn bank food saint' } },
  'query.compact': { term: { 'query.compact': 'saintaldwynfoodbank' } },
  'query.mission': { match: { 'query.mission': 'hunger' } },
  'query.programs': { match: { 'query.programs': 'kitchens' } },
  'query.website': { match: { 'query.website': 'volunteer' } },
  'query.classification': { match: { 'query.classification': 'nutrition' } },
  'filter.state': { term: { 'filter.state': 'OH' } },
  'filter.city': { term: { 'filter.city': 'toledo' } },
  'filter.zip': { prefix: { 'filter.zip': '436' } },
  'filter.county': { term: { 'filter.county': 'OH-095' } },
  'filter.location': {
    geo_distance: { distance: '1km', 'filter.location': { lat: 41.65, lon: -83.54 } },
  },
  'filter.cause': { term: { 'filter.cause': 'K3' } },
  'filter.causeLabel': { term: { 'filter.causeLabel': 'Food, Agriculture & Nutrition' } },
  'filter.form': { term: { 'filter.form': '990' } },
  'filter.forms': { term: { 'filter.forms': '990T' } },
  'filter.entityType': { term: { 'filter.entityType': 'OperatingOrOtherTaxExempt' } },
  'filter.evidenceTier': { term: { 'filter.evidenceTier': 'FiledProgram' } },
  'filter.revenueBand': { term: { 'filter.revenueBand': '250KTo1M' } },
  'filter.revenue': { range: { 'filter.revenue': { gte: 999_999, lt: 1_000_000 } } },
  'filter.taxYear': { range: { 'filter.taxYear': { gte: 2022, lte: 2022 } } },
  'filter.subsection': { term: { 'filter.subsection': '03' } },
  'filter.rulingYear': { range: { 'filter.rulingYear': { gte: 1998, lte: 1998 } } },
  'filter.places': { term: { 'filter.places': 'KE' } },
  'filter.family': { term: { 'filter.family': 'GEN-0007' } },
  'sort.revenue': { term: { 'sort.revenue': 999_999 } },
  'sort.assets': { term: { 'sort.assets': 12 } },
  'sort.recent': { range: { 'sort.recent': { gte: '2022-12-31', lte: '2022-12-31' } } },
  'sort.rating': { range: { 'sort.rating': { gt: 87, lt: 88 } } },
  'sort.programRatio': { range: { 'sort.programRatio': { gt: 0.7, lt: 0.8 } } },
  'sort.prominence': { range: { 'sort.prominence': { gte: 6 } } },
  'sort.evidence': { term: { 'sort.evidence': 0 } },
  'vector.cause': { knn: { 'vector.cause': { vector: [0.9, 0.1, 0, 0], k: 5 } } },
}

type Property = {
  type?: string
  enabled?: boolean
  properties?: Record<string, Property>
  fields?: Record<string, Property>
}

/** Every searchable field of the mapping, with its sub-fields. */
function searchable(properties: Record<string, Property>, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = path + name
    if (property.enabled === false) return []
    if (property.properties) return searchable(property.properties, `${own}.`)
    return [own, ...searchable(property.fields ?? {}, `${own}.`)]
  })
}

describe('the organizations mapping', () => {
  test('has a query in this test for each of its fields', () => {
    expect(searchable(organizationsProperties).sort()).toEqual(Object.keys(QUERIES).sort())
  })

  test.each(Object.entries(QUERIES))('finds a document by %s', async (_, query) => {
    expect(await find(query)).toEqual(['070000017'])
  })

  test('stores display fields without indexing them', async () => {
    expect(await find({ match: { 'display.name': 'Saint' } })).toEqual([])
    const { hits } = await opensearch.search<OrganizationDocument>({
      index,
      body: { query: { term: { ein: whole.ein } } },
    })
    expect(hits.hits[0]?._source?.display).toEqual(whole.display)
  })

  test('rejects an unknown field, and reports only that document', async () => {
    const writer = openBulkWriter(opensearch, index)
    const unknown = { ...other, ein: '170000002', surprise: 1 }
    await writer.put([unknown, { ...other, ein: '170000003' }].map(toEntry))
    expect(await writer.finish()).toMatchObject({
      written: 1,
      failed: 0,
      refused: [{ ein: '170000002', reason: expect.stringMatching(/^strict_dynamic_mapping_/) }],
    })
    const removal = openBulkWriter(opensearch, index)
    await removal.remove(['170000003', '170000004'])
    expect(await removal.finish()).toMatchObject({ deleted: 2, failed: 0 })
  })
})

describe('analyzers', () => {
  const tokensOf = async (analyzer: string, text: string): Promise<string[]> => {
    const { tokens } = await opensearch.run((client) =>
      client.indices.analyze({ index, body: { analyzer, text } }),
    )
    return (tokens ?? []).map(({ token }) => token)
  }

  test('names are split only at spaces, because toSearchName did the rest', async () => {
    expect(await tokensOf('organization_name', 'saint aldwyn 4-h')).toEqual([
      'saint',
      'aldwyn',
      '4-h',
    ])
  })

  test('prefixes have at least two letters', async () => {
    expect(await tokensOf('organization_name_prefix', 'food bank')).toEqual([
      ...['fo', 'foo', 'food'],
      ...['ba', 'ban', 'bank'],
    ])
  })

  test('cause text matches regardless of number, accents, and capitals', async () => {
    expect(await tokensOf('cause_text', 'The FAMILIES of José')).toEqual(
      await tokensOf('cause_text', 'family jose'),
    )
    expect(await tokensOf('cause_text', 'the of and')).toEqual([])
  })
})
