import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseTarget } from '#indexer/commands/old-indices.ts'
import { describeStatus } from '#indexer/commands/status.ts'
import type { CatalogEntry } from '#indexer/index/catalog.ts'
import type { Status } from '#indexer/pipeline/status.ts'
import { organizationsIndex, organizationsProperties } from '#mappings/organizations.ts'
import { peopleProperties } from '#mappings/people.ts'
import { sectorProperties } from '#mappings/sector.ts'
import { expectRecorded } from '#test/recorded.ts'

type Field = { type?: string; ignore_above?: number; properties?: Fields; fields?: Fields }
type Fields = Record<string, Field>
type Keyword = [path: string, longest: number | undefined]

/** Returns the keyword fields below `fields`, as paths with the longest indexed value. */
const keywordsIn = (fields: Fields, path = ''): Keyword[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.type === 'keyword' ? [[path + name, field.ignore_above] as Keyword] : []),
    ...keywordsIn({ ...field.properties, ...field.fields }, `${path}${name}.`),
  ])

// The longest term that the engine accepts, and the most bytes of a character.
const MAX_BYTES = 32_766
const BYTES = 4

test.each(
  [organizationsProperties, sectorProperties, peopleProperties].flatMap((fields) =>
    keywordsIn(fields),
  ),
)('%s ignores values that the engine rejects', (_, longest = Number.POSITIVE_INFINITY) => {
  expect(longest * BYTES).toBeLessThanOrEqual(MAX_BYTES)
})

const nameOf = (day: number) => organizationsIndex('', `202611${day}t033012345z`)
const entry = (day: number, previous: number | null, isLive = false): CatalogEntry => {
  const name = nameOf(day)
  const before = previous === null ? null : nameOf(previous)
  const meta = { index: name, complete: true, previous: before }
  return { name, kind: 'organizations', build: name, isLive, isServed: isLive, meta }
}
const [first, second] = [entry(20, null), entry(21, 20, true)]

test('returns to the previous index, or to the named one', () => {
  expect(chooseTarget([first, second], '', undefined).target).toBe(first)
  expect(chooseTarget([first, second], '', first.name).target).toBe(first)
})

test('lists the indices when the named one does not exist', () => {
  expect(() => chooseTarget([first, second], '', 'nope')).toThrow(
    `There is no complete index named nope. Choose one of: ${first.name}.`,
  )
  expect(() => chooseTarget([first, second], '', second.name)).toThrow('is already live')
})

test('asks for an index name when no previous index is recorded', () => {
  const live = entry(21, null, true)
  expect(() => chooseTarget([first, live], '', undefined)).toThrow(
    `Choose an index with --to: ${first.name}.`,
  )
  expect(() => chooseTarget([live], '', undefined)).toThrow('There is no other complete index')
})

const rejection =
  'mapper_parsing_exception: failed to parse field [filter.revenue] of type [long] in document ' +
  "with id '170000000'. Preview of field's value: '1.0E30'"
const quarantined = Array.from({ length: 1_998 }, (_, at) => ({
  ein: `17${String(at).padStart(7, '0')}`,
  objectId: at === 0 ? null : '202303199349300003',
  reason: at === 1 ? 'x'.repeat(200) : rejection,
}))

// The sizes of the whole sector.
const sector: Status = JSON.parse(readFileSync(new URL('./status.json', import.meta.url), 'utf8'))
const status = { ...sector, indices: sector.indices.map((index) => ({ ...index, quarantined })) }

const describeWith = (change: Partial<Status>) => describeStatus({ ...status, ...change })
const network = (waiting: number | 'all') => ({ ...status.network, waiting })
const [live] = status.indices

test('the status fits a terminal of 80 columns at the size of the whole sector', async () => {
  const text = describeStatus(status)
  await expectRecorded('status', { status: text })
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test.each<[Partial<Status>, RegExp]>([
  [{ newestRelease: null, filingsByForm: {} }, /npm run load/],
  [{ newestRelease: null }, /npm run refresh/],
  [{ indices: [] }, /npm run refresh/],
  [{ indices: [], organizationsToRate: 7 }, /npm run refresh/],
  [{ filingsToDerive: 7, organizationsToRate: 7 }, /npm run refresh/],
  [{ network: { rows: {}, waiting: 7 }, organizationsToRate: 7 }, /npm run refresh/],
  [{ newestRelease: '20261122t033012345z' }, /npm run refresh/],
  [{}, /up to date/],
])('the last line shows the next step (%#)', (change, step) => {
  expect(describeWith(change).split('\n').at(-1)).toMatch(step)
})

test.each<[Partial<Status>, RegExp]>([
  [{ organizationsToRate: 790_123 }, /790,123 organizations due/],
  [{ network: network(12) }, /12 organizations due/],
  [{ network: network('all') }, /all grants due/],
  [{ restrictionLists: [{ list: 'SDN' }] }, /SDN: not loaded/],
])('what is due is shown only then (%#)', (change, shown) => {
  expect(describeWith(change)).toMatch(shown)
  expect(describeStatus(status)).not.toMatch(shown)
})

const noAwards = { audits: 0, used: 0, usedAudits: 0, unused: {}, dropped: {} }
test.each<[Partial<Status>, string]>([
  [{ awards: { ...noAwards, awards: 0, subawards: 0, withheld: 0 } }, 'Awards'],
  [{ indices: live ? [{ ...live, quarantined: [] }] : [] }, 'The index lacks'],
])('what does not exist is not shown (%#)', (change, shown) => {
  expect(describeWith(change)).not.toContain(shown)
  expect(describeStatus(status)).toContain(shown)
})
