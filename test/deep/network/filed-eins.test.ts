import { beforeAll, expect, test } from 'vitest'
import { findNetworkFaults } from '#indexer/network/check.ts'
import { resolveNetwork } from '#indexer/network/run.ts'
import { makeAllDue } from '#indexer/network/state.ts'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import {
  type Listed,
  type MadeGiver,
  type MadeGrant,
  madeFiles,
} from '#test/integration/network/made-givers.ts'

// Made EINs have prefixes that never count, so these tests let all of them but 97 count.
const OPTIONS = { unassignedPrefixes: ['97'] }

const OAK = '170000010'
const ELM = '170000020'
const FIR = '170000030'
const ALDER = '280000101'
const PAYER = '280000102'
const PANTRY = '280000001'

const toAlder: MadeGrant = { name: 'Alder State University', ein: ALDER, amount: 100 }
const scattered = ['Elm School', 'Fern Chapel', 'Gull Choir', 'Heron Club', 'Ibis Farm']

const givers = madeFiles()
const made = openLoads('network_filed_eins')

async function load(filed: MadeGiver[], listed: Listed[] = []) {
  await givers.load(made.store, filed, listed)
  await resolveOrganizations(made.store.db)
  return await resolveNetwork(made.store.db, OPTIONS)
}

const found = (funder: string) =>
  made.query<{ name: string; ein: string | null; how: string }>(
    `select e.name, m.recipient_ein as ein, match_method || ' ' || match_confidence as how
     from money_edge m join filed_edge e using (object_id, ordinal)
     where funder_ein = $1 order by tax_year, ordinal`,
    [funder],
  )

beforeAll(async () => {
  const grants = [
    toAlder,
    { name: 'Own Fund', ein: OAK, amount: 1 },
    { name: 'Nines', ein: '999999999', amount: 1 },
    { name: 'Never Assigned', ein: '970000001', amount: 1 },
    { name: 'SEE ATTACHED', ein: '280000103', amount: 1 },
    { name: 'Harbor Food Pantry', ein: '280000104', amount: 1 },
    ...scattered.map((name) => ({ name, ein: PAYER, amount: 1 })),
  ]
  await load(
    [{ ein: OAK, objectId: madeObjectId(1), grants }],
    [{ ein: PANTRY, name: 'HARBOR FOOD PANTRY' }],
  )
})

test('an EIN that one funder files is weak; others never count', async () => {
  const unresolved = { ein: null, how: 'Unresolved None' }
  expect(await found(OAK)).toEqual([
    { name: 'Alder State University', ein: ALDER, how: 'FiledEIN Weak' },
    { name: 'Own Fund', ...unresolved },
    { name: 'Nines', ...unresolved },
    { name: 'Never Assigned', ...unresolved },
    { name: 'SEE ATTACHED', ...unresolved },
    { name: 'Harbor Food Pantry', ein: PANTRY, how: 'NameCityState Strong' },
    ...scattered.map((name) => ({ name, ...unresolved })),
  ])
})

test('another funder with another name changes nothing for the first', async () => {
  const choir = { ...toAlder, name: 'Quarry Lake Choir' }
  const run = await load([{ ein: FIR, objectId: madeObjectId(2), grants: [choir] }])
  expect(run.funders, 'both are resolved again').toBe(2)
  expect((await found(OAK))[0]?.how).toBe('FiledEIN Weak')
  expect((await found(FIR))[0]?.how).toBe('FiledEIN Weak')
})

test('another funder with a similar name makes both moderate', async () => {
  const trustees = { ...toAlder, name: 'Trustees of Alder State Univ' }
  await load([{ ein: ELM, objectId: madeObjectId(3), grants: [trustees] }])
  expect((await found(OAK))[0]?.how).toBe('FiledEIN Moderate')
  expect((await found(ELM))[0]).toMatchObject({ ein: ALDER, how: 'FiledEIN Moderate' })
  const [edge] = await made.query(
    `select name, match_confidence as confidence from network_edge
     where funder_ein = $1 and recipient_ein = $2`,
    [OAK, ALDER],
  )
  expect(edge).toEqual({ name: 'Alder State University', confidence: 'Moderate' })
})

test('a store resolved as a whole has the same rows, without faults', async () => {
  const rows = () => made.query('select * from money_edge order by object_id, ordinal')
  const before = await rows()
  await made.store.db.transaction((session) => makeAllDue(session))
  await resolveNetwork(made.store.db, { ...OPTIONS, batchRows: 1 })
  expect(await rows()).toEqual(before)
  expect(await findNetworkFaults(made.store.db)).toEqual([])
})

test('an amended return that drops the EIN makes the other funder weak again', async () => {
  const amended = { ein: ELM, objectId: madeObjectId(4), received: '09-01', grants: [] }
  await load([amended])
  expect((await found(OAK))[0]?.how).toBe('FiledEIN Weak')
})

test('an EIN filed beside many names counts when an amended return leaves few', async () => {
  const grants = [
    toAlder,
    ...scattered.slice(0, 2).map((name) => ({ name, ein: PAYER, amount: 1 })),
  ]
  await load([{ ein: OAK, objectId: madeObjectId(5), received: '09-01', grants }])
  expect((await found(OAK)).map(({ ein, how }) => [ein, how])).toEqual([
    [ALDER, 'FiledEIN Weak'],
    [PAYER, 'FiledEIN Weak'],
    [PAYER, 'FiledEIN Weak'],
  ])
})

test('an organization that a registry adds is authoritative, and weak again when it is gone', async () => {
  const listed = [
    { ein: PANTRY, name: 'HARBOR FOOD PANTRY' },
    { ein: ALDER, name: 'ALDER STATE UNIVERSITY' },
  ]
  await load([], listed)
  expect((await found(OAK))[0]?.how).toBe('FiledEIN Authoritative')
  expect(await made.query('select from filed_ein where ein = $1', [ALDER])).toEqual([])
  for (const table of ['bmf', 'bmf_name']) {
    await made.query(`delete from ${table} where ein = $1`, [ALDER])
  }
  await resolveOrganizations(made.store.db)
  await resolveNetwork(made.store.db, OPTIONS)
  expect((await found(OAK))[0]).toMatchObject({ ein: ALDER, how: 'FiledEIN Weak' })
  expect(await findNetworkFaults(made.store.db)).toEqual([])
})
