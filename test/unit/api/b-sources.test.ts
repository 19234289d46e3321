import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TopList } from '#mappings/sector.ts'
import { blockData, blocksData } from '#src/api/b/blocks.ts'
import { contradictionsData } from '#src/api/b/contradictions.ts'
import { flowsData } from '#src/api/b/flows.ts'
import { leadershipData } from '#src/api/b/leadership.ts'
import { metricsData } from '#src/api/b/metrics.ts'
import { profileData } from '#src/api/b/profile/schema.ts'
import { ratingsData } from '#src/api/b/ratings.ts'
import { relatedData } from '#src/api/b/related.ts'
import { summaryData } from '#src/api/b/summary.ts'
import { presentTopLists, topListsData } from '#src/api/b/top-lists.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Seen = { schema: Schema; path: string; isItem: boolean; isInItem: boolean }

/**
 * Returns the places of a strict response where attribution may write `_src` without room in the
 * schema: items of lists, and sections of data with a Ref, and within items everything with its own
 * Ref.
 */
function placesWithoutSource(data: z.ZodType): string[] {
  const root = z.toJSONSchema(data, { unrepresentable: 'any' })
  const deref = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] as Schema)
  const fields = (schema: Schema) => Object.entries((schema.properties ?? {}) as object)
  const below = (schema: Schema): Schema[] => {
    const { items, additionalProperties: rest, anyOf = [], oneOf = [] } = schema
    const some = [items, rest].filter((one) => typeof one === 'object') as Schema[]
    return [...fields(schema).map(([, one]) => one), ...some, ...anyOf, ...oneOf].map(deref)
  }
  const hasRef = (schema: Schema): boolean =>
    fields(schema).some(([name]) => name === 'ref') || below(schema).some(hasRef)
  const found: string[] = []
  const visit = ({ schema: given, path, isItem, isInItem }: Seen): void => {
    const schema = deref(given)
    const { properties = {}, items, additionalProperties: rest, anyOf = [], oneOf = [] } = schema
    const isSection = /^\.\w+$/.test(path) && path !== '.evidence'
    const isWritten = isItem || isSection ? hasRef(schema) : isInItem && 'ref' in properties
    if (schema.properties && isWritten && !('_src' in properties)) found.push(path)
    for (const one of [...anyOf, ...oneOf]) visit({ schema: one, path, isItem, isInItem })
    for (const [name, one] of fields(schema)) {
      visit({ schema: one, path: `${path}.${name}`, isItem: false, isInItem: isInItem || isItem })
    }
    if (typeof rest === 'object') {
      visit({ schema: rest, path: `${path}.*`, isItem: false, isInItem: isInItem || isItem })
    }
    if (items) {
      visit({ schema: items as Schema, path: `${path}[]`, isItem: true, isInItem: true })
    }
  }
  visit({ schema: root, path: '', isItem: false, isInItem: false })
  return found
}

describe('responses have room for the sources of what they cite', () => {
  const ANSWERS = {
    blockData,
    blocksData,
    contradictionsData,
    flowsData,
    leadershipData,
    metricsData,
    profileData,
    ratingsData,
    relatedData,
    summaryData,
    topListsData,
  }
  test.each(Object.entries(ANSWERS))('%s', (_, data) => {
    expect(placesWithoutSource(data)).toEqual([])
  })

  test('and the check finds a place without room', () => {
    const cited = z.strictObject({ value: z.number(), ref: z.string() })
    const list = z.array(z.strictObject({ name: z.string(), more: z.record(z.string(), cited) }))
    const data = z.strictObject({ lists: list, pay: z.strictObject({ total: cited }) })
    expect(placesWithoutSource(data)).toEqual(['.lists[]', '.lists[].more.*', '.pay'])
  })
})

test('several top lists, each with its own sources, match their schema', () => {
  const listed = (ein: string) => ({
    ein,
    name: `Made ${ein}`,
    nameRef: `bmf:2026-04:${ein}:NAME`,
    score: 70,
    band: 'Good',
    scoreRef: `derived:rating:${ein}:2023`,
    form: '990',
    latestYear: 2023,
    revenue: { value: 1, ref: `990:2023:20240319934${ein.slice(2)}:/IRS990/CYTotalRevenueAmt` },
    prominence: 1,
  })
  const list = (key: string, first: number): TopList => {
    const ten = Array.from({ length: 10 }, (_, n) => listed(`0700000${first + n}`))
    return { key, eligible: 10, byRevenue: ten, byProminence: ten }
  }
  const data = presentTopLists({
    release: 'made',
    computedAt: '2026-11-21T00:00:00.000Z',
    lists: [list('B', 10), list('E', 20), list('K', 30)],
  })
  expect(topListsData.safeParse(data).error).toBeUndefined()
  expect(data.lists.map((one) => one._src)).toEqual([undefined, 'f990_2023_11', 'f990_2023_21'])
})
