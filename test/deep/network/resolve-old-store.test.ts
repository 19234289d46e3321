import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNetworkFaults } from '#indexer/network/check.ts'
import { deriveWaiting } from '#indexer/pipeline/derive.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { madeFiles } from '#test/integration/network/made-givers.ts'
import { createStore, type Store } from '#test/world/store.ts'

const made = madeFiles()
let store: Store

const derive = () =>
  deriveWaiting(store.db, {
    url: store.url,
    ca: undefined,
    workers: 1,
    onProgress: () => {},
    onResolve: () => {},
  })

beforeAll(async () => {
  store = await createStore('network_old')
  const pantry = { name: 'Harbor Food Pantry', amount: 1_000 }
  await made.loadAndResolve(
    store,
    [
      { ein: '170000010', objectId: madeObjectId(1), grants: [pantry, pantry] },
      { ein: '170000020', objectId: madeObjectId(2), grants: [pantry], approved: [pantry] },
    ],
    [{ ein: '280000001', name: 'HARBOR FOOD PANTRY' }],
  )
})
afterAll(async () => {
  await store.drop()
  made.remove()
})

const stateOf = async () => [
  await store.db.query('select * from money_edge order by object_id, ordinal'),
  await store.db.query('select * from network_edge order by funder_ein, category'),
  await store.db.query('select ein from network_version order by ein'),
]

test('a store loaded before the network existed has it after derive', async () => {
  const fresh = await stateOf()
  await store.db.query(
    `truncate filed_edge, money_edge, money_edge_count, network_edge, network_version,
       network_state, network_due, organization_key`,
  )
  await store.db.query('update filing set derived_version = 0')
  const { network, release } = await derive()
  expect(network).toMatchObject({ funders: 2, rows: 4, changed: 3, release })
  expect(await stateOf()).toEqual(fresh)
  expect(await findNetworkFaults(store.db)).toEqual([])
  const again = await derive()
  expect(again, 'nothing is left').toMatchObject({ network: { rows: 0 }, release: undefined })
})
