import { beforeAll, expect, test } from 'vitest'
import { resolveNetwork } from '#indexer/network/run.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { opened } from '#test/integration/opened.ts'
import { createStore } from '#test/world/store.ts'
import { type Listed, type MadeGrant, madeFiles } from './made-givers.ts'

const GIVER = '170000040'
const RENAMED = '280000011'
const LISTED: Listed[] = readTsv(new URL('./listed.tsv', import.meta.url)).map(
  ([ein = '', name = '', city, more]) => {
    return { ein, name, ...(city && { city }), ...(more && { more: JSON.parse(more) }) }
  },
)

const CASES = readTsv(new URL('./recipients.tsv', import.meta.url)).map((row) => {
  const [what = '', name = '', city, state, country, ein, found, how] = row
  const filled = Object.entries({ city, state, country, ein }).filter(([, value]) => value)
  const grant: MadeGrant = { name, ...Object.fromEntries(filled) }
  return { what, grant, expected: { ein: found || null, how } }
})

type Found = { ein: string | null; how: string }

const made = madeFiles()
const store = opened(() => createStore('network_recipients'))
let found: Found[]

const readFound = (giver = GIVER): Promise<Found[]> =>
  store.db.query<Found>(
    `select recipient_ein as ein, match_method || ' ' || match_confidence as how
     from money_edge where funder_ein = $1 order by ordinal`,
    [giver],
  )

beforeAll(async () => {
  await made.loadAndResolve(store, [], [{ ein: RENAMED, name: 'LANTERN READING ROOM' }])
  const grants = CASES.map(({ grant }) => ({ amount: 1_000, ...grant }))
  const giver = { ein: GIVER, objectId: madeObjectId(1), name: 'Old Mill Foundation', grants }
  await made.loadAndResolve(store, [giver], LISTED)
  found = await readFound()
})

test.each(CASES.map((one, at) => ({ ...one, at })))('a row finds $what', ({ at, expected }) => {
  expect(found[at]).toEqual(expected)
})

test('an EIN of Schedule R is as certain as its name', async () => {
  const ein = '280000018'
  const transfers = [
    { name: 'Fern Hill Community Clinic', ein },
    { name: 'Quarry Lake Sailing Club', ein },
  ]
  const giver = { ein: '170000042', objectId: madeObjectId(3), transfers }
  await made.loadAndResolve(store, [giver])
  expect(await readFound(giver.ein)).toEqual([
    { ein, how: 'RelatedEIN Authoritative' },
    { ein, how: 'RelatedEIN Weak' },
  ])
})

test('a name with two keys, one of an earlier version, counts once per row', async () => {
  const grant = { name: 'Fern Hill Clinic', ein: '280000018', amount: 5 }
  const giver = { ein: '170000043', objectId: madeObjectId(4), grants: [grant, grant] }
  await made.load(store, [giver])
  await store.db.query('update filed_edge set name_key = $1 where object_id = $2 and ordinal = 1', [
    'fernclinic',
    giver.objectId,
  ])
  await resolveNetwork(store.db)
  expect((await readFound(giver.ein)).map(({ how }) => how)).toEqual([
    'FiledEIN Authoritative',
    'FiledEIN Authoritative',
  ])
})

test('a full rebuild gives the same keys and recipients', async () => {
  const keys = 'select * from organization_key order by ein, key, state, city'
  const before = await store.db.query(keys)
  await store.db.query('update network_state set keys_version = 0, network_version = 0')
  await store.db.query('delete from organization_key where ein < $1', ['280000015'])
  await resolveNetwork(store.db)
  expect(await store.db.query(keys)).toEqual(before)
  expect(await readFound()).toEqual(found)
})

test('a new member of a group makes a match less certain, without another change', async () => {
  const asMember = LISTED.map((listed) =>
    listed.ein === '280000025' ? { ...listed, more: { GROUP: '9876', AFFILIATION: '9' } } : listed,
  )
  await made.loadAndResolve(store, [], asMember)
  const kestrel = CASES.findIndex(({ grant }) => grant.name === 'Kestrel University')
  expect((await readFound())[kestrel]?.how).toBe('NameCityState Moderate')
})

test('an organization with the same words is found; two with the same words are not', async () => {
  const rowan = { name: 'House of the Rowan Tree', amount: 5 }
  const giver = { ein: '170000041', objectId: madeObjectId(2), grants: [rowan] }
  const found = () =>
    store.db.query('select recipient_ein as ein from money_edge where funder_ein = $1', [giver.ein])
  await made.loadAndResolve(store, [giver])
  expect(await found()).toEqual([{ ein: null }])
  const first = { ein: '280000030', name: 'ROWAN TREE HOUSE OF AKRON' }
  await made.loadAndResolve(store, [], [...LISTED, first])
  expect(await found()).toEqual([{ ein: first.ein }])
  await made.loadAndResolve(store, [], [...LISTED, first, { ...first, ein: '280000031' }])
  expect(await found()).toEqual([{ ein: null }])
})
