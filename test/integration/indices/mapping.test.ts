import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { createIndex, refreshIndex } from '#indexer/index/build/engine-index.ts'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { organizationsPart, toEntry } from '#indexer/index/documents/organizations-part.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex, organizationsProperties } from '#mappings/organizations.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { metaOf } from './companions.ts'

const release = '20260101t000000000z'
const index = organizationsIndex('mapping-test-', release)
const DIMENSION = 4
const opensearch = createOpenSearch({ url: inject('opensearchUrl') })

const FIELDS = readTsv(new URL('./mapping.tsv', import.meta.url)).map(
  ([field = '', value = '', query = '']) => ({ field, value, query: JSON.parse(query) }),
)

const display: OrganizationDocument['display'] = {
  ...{ name: 'Saint Aldwyn Food Bank Inc.', nameRef: 'bmf:2026-04:070000017:NAME', names: [] },
  ...{ forms: ['990', '990T'], entityType: 'OperatingOrOtherTaxExempt', role: 'Independent' },
  ...{ evidenceTier: 'FiledProgram', isRevoked: false, passages: [], places: [] },
}

/** Returns a document with the values of the table, as `read` reads them. */
function documentOf(ein: string, read: (json: string) => unknown): OrganizationDocument {
  const made: Record<string, Record<string, unknown>> = {}
  for (const { field, value } of FIELDS) {
    const [group = '', name] = field.split('.')
    if (value && name) made[group] = { ...made[group], [name]: read(value) }
  }
  return { ...made, ein, display } as unknown as OrganizationDocument
}
const whole = documentOf('070000017', JSON.parse)
/** A document that no query may find: without lists and numbers, and with other words. */
const other = documentOf('170000001', (json) => {
  if (json.startsWith('["')) return []
  return json.startsWith('"') && !/^"\d/.test(json) ? 'choir' : undefined
})

beforeAll(async () => {
  await deleteIndices(opensearch, [index])
  const meta = metaOf({ index, release }, 'organizations', { dimension: DIMENSION })
  await createIndex(opensearch, organizationsPart, meta)
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
    expect(searchable(organizationsProperties).sort()).toEqual(
      FIELDS.map(({ field }) => field).sort(),
    )
  })

  test.each(FIELDS)('finds a document by $field', async ({ query }) => {
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
