import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveNetwork } from '#indexer/network/run.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { type Listed, type MadeGrant, madeFiles } from './made-givers.ts'

const GIVER = '170000040'
const RENAMED = '280000011'
const inGroup = (affiliation: string, line?: string) => ({
  GROUP: '9876',
  AFFILIATION: affiliation,
  ...(line === undefined ? {} : { SORT_NAME: line }),
})

const LISTED: Listed[] = [
  { ein: GIVER, name: 'OLD MILL FOUNDATION' },
  { ein: '280000010', name: 'OLD MILL FOUNDATION' },
  { ein: RENAMED, name: 'LANTERN LITERACY HOUSE' },
  { ein: '280000012', name: 'BRIGHT WILLOW FUND' },
  { ein: '280000013', name: 'BRIGHT WILLOW FUND INC' },
  { ein: '280000014', name: 'STONE BRIDGE CHOIR' },
  { ein: '280000015', name: 'STONE BRIDGE CHOIR', city: 'DAYTON' },
  { ein: '280000016', name: 'HERON MEADOW SHELTER', city: 'LIMA' },
  { ein: '280000017', name: 'TRUSTEES OF BLUE HERON UNIVERSITY', city: 'SILVER SPGS' },
  { ein: '280000018', name: 'FERN HILL CLINIC' },
  { ein: '280000020', name: 'ORDER OF LAMPLIGHTERS', more: inGroup('6') },
  { ein: '280000021', name: 'ORDER OF LAMPLIGHTERS', more: inGroup('9', 'LODGE 12') },
  { ein: '280000022', name: 'ORDER OF LAMPLIGHTERS', more: inGroup('9', 'LODGE 15') },
  { ein: '280000023', name: 'SOCIETY OF BEEKEEPERS', more: inGroup('9', 'VALE COLLEGE') },
  { ein: '280000024', name: 'HARBOR FOOD PANTRY', city: 'LIMA' },
  { ein: '280000025', name: 'KESTREL UNIVERSITY OF AKRON' },
  { ein: '280000026', name: 'OTTER CREEK PANTRY' },
  { ein: '280000027', name: 'PANTRY AT OTTER CREEK' },
  { ein: '280000028', name: 'CHURCH OF CHRIST' },
  { ein: '280000029', name: 'ROWAN TREE HOUSE', city: 'LIMA' },
]

type Case = [what: string, grant: MadeGrant, ein: string | null, how: string]
const CASES: Case[] = [
  [
    'neither of two organizations with one name and city',
    { name: 'Bright Willow Fund' },
    null,
    'Unresolved None',
  ],
  [
    'the one in the city, of two organizations with one name',
    { name: 'The Stone Bridge Choir, Inc.', city: 'Dayton' },
    '280000015',
    'NameCityState Strong',
  ],
  [
    'neither of two organizations with one name in a state, from a third city',
    { name: 'Stone Bridge Choir', city: 'Toledo' },
    null,
    'Unresolved None',
  ],
  [
    'the only organization with a name in the state, from another city',
    { name: 'Heron Meadow Shelter', city: 'Toledo' },
    '280000016',
    'NameState Strong',
  ],
  [
    'no organization in another state',
    { name: 'Heron Meadow Shelter', city: 'Erie', state: 'PA' },
    null,
    'Unresolved None',
  ],
  [
    'an organization by the same words, except those of the city',
    { name: 'Kestrel University' },
    '280000025',
    'NameCityState Strong',
  ],
  [
    'the one with the exact name, of two with the same words',
    { name: 'Pantry at Otter Creek' },
    '280000027',
    'NameCityState Strong',
  ],
  [
    'neither of two with the same words, in another order',
    { name: 'Creek Otter Pantry' },
    null,
    'Unresolved None',
  ],
  ['no organization by common words', { name: 'Christ Church' }, null, 'Unresolved None'],
  [
    'no organization in another city by the same words',
    { name: 'House of the Rowan Tree', city: 'Toledo' },
    null,
    'Unresolved None',
  ],
  [
    'a university by its own name, in a city the registry shortens',
    { name: 'Blue Heron University', city: 'Silver Springs' },
    '280000017',
    'NameCityState Strong',
  ],
  [
    'the organization that had the name before',
    { name: 'Lantern Reading Room' },
    RENAMED,
    'NameCityState Strong',
  ],
  [
    'the organization that has the name now',
    { name: 'Lantern Literacy House' },
    RENAMED,
    'NameCityState Strong',
  ],
  [
    'an EIN next to a name like its own',
    { name: 'Fern Hill Community Clinic', ein: '280000018' },
    '280000018',
    'FiledEIN Authoritative',
  ],
  [
    "an EIN next to another organization's name",
    { name: 'Quarry Lake Sailing Club', ein: '280000018' },
    '280000018',
    'FiledEIN Weak',
  ],
  [
    'an organization by name if the EIN belongs to none',
    { name: 'Harbor Food Pantry', city: 'Lima', ein: '280999999' },
    '280000024',
    'NameCityState Strong',
  ],
  [
    'no organization if neither is known',
    { name: 'Nowhere', ein: '280999999' },
    null,
    'Unresolved None',
  ],
  [
    'not the giver, but the organization that shares its name',
    { name: 'Old Mill Foundation', ein: GIVER },
    '280000010',
    'NameCityState Strong',
  ],
  [
    'the central organization rather than its lodges, less certainly',
    { name: 'Order of Lamplighters' },
    '280000020',
    'NameCityState Moderate',
  ],
  [
    'a chapter by its name in the city, less certainly',
    { name: 'Society of Beekeepers' },
    '280000023',
    'NameCityState Moderate',
  ],
  [
    'a chapter by its name in the state, less certainly',
    { name: 'Society of Beekeepers', city: 'Lima' },
    '280000023',
    'NameState Moderate',
  ],
  [
    'no chapter by the college that its second line names',
    { name: 'Vale College' },
    null,
    'Unresolved None',
  ],
  [
    'a chapter by its EIN next to that college',
    { name: 'Vale College', ein: '280000023' },
    '280000023',
    'FiledEIN Authoritative',
  ],
  [
    'no organization abroad',
    { name: 'Fern Hill Clinic', city: 'Akron', country: 'CA' },
    null,
    'Unresolved None',
  ],
  ['no organization for a pointer', { name: 'SEE ATTACHED SCHEDULE' }, null, 'Unresolved None'],
]

type Found = { ein: string | null; how: string }

const made = madeFiles()
let store: Store
let found: Found[]

const readFound = (giver = GIVER): Promise<Found[]> =>
  store.db.query<Found>(
    `select recipient_ein as ein, match_method || ' ' || match_confidence as how
     from money_edge where funder_ein = $1 order by ordinal`,
    [giver],
  )

beforeAll(async () => {
  store = await createStore('network_recipients')
  await made.loadAndResolve(store, [], [{ ein: RENAMED, name: 'LANTERN READING ROOM' }])
  const grants = CASES.map(([, grant]) => ({ amount: 1_000, ...grant }))
  const giver = { ein: GIVER, objectId: madeObjectId(1), name: 'Old Mill Foundation', grants }
  await made.loadAndResolve(store, [giver], LISTED)
  found = await readFound()
})
afterAll(async () => {
  await store.drop()
  made.remove()
})

test.each(CASES.map(([what, , ein, how], row) => [what, row, { ein, how }] as const))(
  'a row finds %s',
  (_, row, expected) => {
    expect(found[row]).toEqual(expected)
  },
)

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
    listed.ein === '280000016' ? { ...listed, more: inGroup('9') } : listed,
  )
  await made.loadAndResolve(store, [], asMember)
  const heron = CASES.findIndex(([, { name, state }]) => name === 'Heron Meadow Shelter' && !state)
  expect((await readFound())[heron]?.how).toBe('NameState Moderate')
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
