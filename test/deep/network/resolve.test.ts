import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findNetworkFaults, readNetworkStatus } from '#indexer/network/check.ts'
import { resolveNetwork } from '#indexer/network/run.ts'
import { makeAllDue } from '#indexer/network/state.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { type Listed, type MadeGiver, madeFiles } from '#test/integration/network/made-givers.ts'
import { createStore, type Store } from '#test/world/store.ts'

const OAK = '170000010'
const ELM = '170000020'
const FIR = '170000030'
const FOOD = '280000001'
const SHELTER = '280000002'
const CLINIC = '280000003'

const LISTED: Listed[] = [
  { ein: FOOD, name: 'HARBOR FOOD PANTRY' },
  { ein: SHELTER, name: 'MAPLE STREET SHELTER' },
  { ein: CLINIC, name: 'RIVER FREE CLINIC' },
]
const toFood = { name: 'Harbor Food Pantry', amount: 1_000 }
const toShelter = { name: 'Maple Street Shelter', amount: 2_000 }
const toOrchard = { name: 'Orchard Youth Choir', amount: 500 }

const oak: MadeGiver = { ein: OAK, objectId: madeObjectId(1), grants: [toFood, toFood, toOrchard] }
const elm: MadeGiver = { ein: ELM, objectId: madeObjectId(2), grants: [toShelter] }
// A foundation, which also promises grants.
const fir: MadeGiver = {
  ein: FIR,
  objectId: madeObjectId(3),
  grants: [toFood],
  approved: [{ ...toShelter, amount: 9_000 }],
}

const START = 'network_resolve_start'

let store: Store
let made: ReturnType<typeof madeFiles>

beforeAll(async () => {
  const start = await createStore(START)
  const files = madeFiles()
  await files.loadAndResolve(start, [oak, elm, fir], LISTED)
  await start.db.close()
  files.remove()
})
beforeEach(async () => {
  store = await createStore('network_resolve', START)
  // The first load is that of the start.
  made = madeFiles(1)
})
afterEach(async () => {
  await store.drop()
  made.remove()
})

type Given = { funder: string; recipient: string | null; category: string; amount: number }

const edges = () =>
  store.db.query<Given & { count: number; name: string }>(
    `select funder_ein as funder, recipient_ein as recipient, category, amount, count, name
     from network_edge order by funder_ein, category, counterparty`,
  )

const rowsOf = (ein: string) =>
  store.db.query<Given & { year: number }>(
    `select funder_ein as funder, recipient_ein as recipient, category, amount, tax_year as year
     from money_edge where funder_ein = $1 order by tax_year, ordinal`,
    [ein],
  )

/** Returns the writer of each row; a rewritten row has another, even with the same values. */
const writers = async (table: string, ein: string) =>
  (
    await store.db.query<{ xmin: string }>(
      `select xmin::text from ${table} where funder_ein = $1 order by ctid`,
      [ein],
    )
  ).map(({ xmin }) => xmin)

const versions = async () =>
  Object.fromEntries(
    (
      await store.db.query<{ ein: string; release: string }>(
        'select ein, release from network_version order by ein',
      )
    ).map(({ ein, release }) => [ein, release]),
  )

/** Runs `change` and returns the organizations whose network it changed. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await versions()
  await change()
  const after = await versions()
  return Object.keys(after).filter((ein) => after[ein] !== before[ein])
}

const releases = async () =>
  (await store.db.query<{ id: string }>('select id from release order by id')).map(({ id }) => id)

describe('the first run', () => {
  test('makes one edge of all rows to a recipient, and one of each unresolved name', async () => {
    expect(await edges()).toEqual([
      expect.objectContaining({ funder: OAK, recipient: FOOD, amount: 2_000, count: 2 }),
      expect.objectContaining({ funder: OAK, recipient: null, name: 'Orchard Youth Choir' }),
      expect.objectContaining({ funder: ELM, recipient: SHELTER, amount: 2_000, count: 1 }),
      expect.objectContaining({ funder: FIR, recipient: FOOD, category: 'FoundationPaid' }),
      expect.objectContaining({ funder: FIR, recipient: SHELTER, category: 'FoundationApproved' }),
    ])
  })

  test('keeps promised grants in a separate category', async () => {
    expect(await rowsOf(FIR)).toEqual([
      { funder: FIR, recipient: FOOD, category: 'FoundationPaid', amount: 1_000, year: 2022 },
      {
        funder: FIR,
        recipient: SHELTER,
        category: 'FoundationApproved',
        amount: 9_000,
        year: 2022,
      },
    ])
  })

  test('assigns the newest release only to funders and recipients', async () => {
    const newest = (await releases()).at(-1)
    const einsOf = [OAK, ELM, FIR, FOOD, SHELTER]
    expect(await versions()).toEqual(Object.fromEntries(einsOf.map((ein) => [ein, newest])))
  })

  test('splits due work into portions with the same result', async () => {
    const rows = () => store.db.query('select * from money_edge order by object_id, ordinal')
    const whole = { edges: await edges(), rows: await rows() }
    await store.db.query(
      'truncate money_edge, money_edge_count, network_edge, network_version, network_state',
    )
    const run = await resolveNetwork(store.db, { batchRows: 1 })
    expect(run).toMatchObject({ funders: 3, rows: 6 })
    expect({ edges: await edges(), rows: await rows() }).toEqual(whole)
  })
})

test('nothing due creates no release and writes nothing', async () => {
  const before = [await releases(), await versions(), await writers('money_edge', OAK)]
  expect(await resolveNetwork(store.db)).toMatchObject({ funders: 0, rows: 0, release: undefined })
  expect(await resolveLoaded(store.db)).toBeUndefined()
  expect([await releases(), await versions(), await writers('money_edge', OAK)]).toEqual(before)
})

test('organizations resolved again without differences change nothing', async () => {
  await resolveOrganizations(store.db, { cause: 'resolve' })
  const run = await resolveNetwork(store.db)
  expect(run).toMatchObject({ funders: 0, changed: 0, release: undefined })
})

describe('a filing', () => {
  test('that is added leaves older rows, and the network shows only the latest', async () => {
    const later = { ...oak, objectId: madeObjectId(11), year: 2023, grants: [toShelter] }
    const kept = await writers('money_edge', OAK)
    const changed = await changedBy(() => made.loadAndResolve(store, [later]))
    expect(await rowsOf(OAK)).toHaveLength(4)
    expect((await writers('money_edge', OAK)).slice(0, 3)).toEqual(kept)
    expect((await edges()).filter(({ funder }) => funder === OAK)).toEqual([
      expect.objectContaining({ recipient: SHELTER, amount: 2_000 }),
    ])
    expect(changed, 'the recipient, and the one no longer shown').toEqual([OAK, FOOD, SHELTER])
  })

  test('that supersedes another removes its rows', async () => {
    const amended = { ...elm, objectId: madeObjectId(12), received: '09-01', grants: [toFood] }
    const changed = await changedBy(() => made.loadAndResolve(store, [amended]))
    expect(await rowsOf(ELM)).toEqual([expect.objectContaining({ recipient: FOOD })])
    expect(changed).toEqual([ELM, FOOD, SHELTER])
  })

  test('that is replaced under its object id is shown in its new version', async () => {
    const other = { ...elm, grants: [{ ...toShelter, amount: 2_001 }] }
    const changed = await changedBy(() => made.loadAndResolve(store, [other]))
    expect(await rowsOf(ELM)).toEqual([expect.objectContaining({ amount: 2_001 })])
    expect(changed).toEqual([ELM, SHELTER])
  })

  test('that turns out to belong to another filer leaves nothing behind', async () => {
    const moved = { ...elm, ein: '170000040' }
    await made.loadAndResolve(store, [moved])
    expect(await rowsOf(ELM)).toEqual([])
    expect((await edges()).filter(({ recipient }) => recipient === SHELTER)).toEqual([
      expect.objectContaining({ funder: FIR }),
      expect.objectContaining({ funder: '170000040' }),
    ])
  })

  test('that is loaded again unchanged changes no organization', async () => {
    expect(await changedBy(() => made.loadAndResolve(store, [oak, elm]))).toEqual([])
  })
})

describe('an organization', () => {
  test('that is newly registered is found in the rows of others, and only those rows are written', async () => {
    const others = [await writers('money_edge', ELM), await writers('network_edge', FIR)]
    const pantry = (await writers('network_edge', OAK))[0]
    const choir = { ein: '280000009', name: 'ORCHARD YOUTH CHOIR' }
    const changed = await changedBy(() => made.loadAndResolve(store, [], [...LISTED, choir]))
    expect(changed).toEqual([OAK, choir.ein])
    expect((await rowsOf(OAK)).map(({ recipient }) => recipient)).toContain(choir.ein)
    expect([await writers('money_edge', ELM), await writers('network_edge', FIR)]).toEqual(others)
    expect((await writers('network_edge', OAK))[0], 'its edge to the pantry').toBe(pantry)
  })

  test('that is renamed is no longer found by a name that was never on file', async () => {
    await store.db.query("update bmf set name = 'LAKE SHELTER' where ein = $1", [SHELTER])
    await store.db.query("update bmf_name set name = 'LAKE SHELTER' where ein = $1", [SHELTER])
    await resolveOrganizations(store.db, { cause: 'resolve' })
    const changed = await changedBy(() => resolveNetwork(store.db))
    expect(changed).toEqual([ELM, FIR, SHELTER])
    expect(await rowsOf(ELM)).toEqual([expect.objectContaining({ recipient: null })])
  })

  test('that is gone leaves its rows unresolved', async () => {
    await store.db.query('delete from bmf where ein = $1', [FOOD])
    await store.db.query('delete from bmf_name where ein = $1', [FOOD])
    await resolveOrganizations(store.db, { cause: 'resolve' })
    const changed = await changedBy(() => resolveNetwork(store.db))
    expect(changed).toEqual([OAK, FIR, FOOD])
    expect((await edges()).filter(({ recipient }) => recipient === FOOD)).toEqual([])
  })

  test('that is no longer unique identifies no organization', async () => {
    const twin = { ein: '280000008', name: 'HARBOR FOOD PANTRY' }
    const changed = await changedBy(() => made.loadAndResolve(store, [], [...LISTED, twin]))
    expect(changed).toEqual([OAK, FIR, FOOD])
    expect((await rowsOf(FIR))[0]).toMatchObject({ recipient: null })
  })
})

describe('an interruption', () => {
  const later = { ...oak, objectId: madeObjectId(21), year: 2023, grants: [toShelter] }

  test('between load and resolving is completed by the next run', async () => {
    await made.load(store, [later])
    expect(await store.db.query('select ein from network_due')).toEqual([{ ein: OAK }])
    await resolveLoaded(store.db)
    expect(await rowsOf(OAK)).toHaveLength(4)
    expect(await store.db.query('select ein from network_due')).toEqual([])
  })

  test('in the middle writes nothing and loses nothing', async () => {
    await made.load(store, [later])
    await resolveOrganizations(store.db, { cause: 'load' })
    const before = [await edges(), await versions(), await releases()]
    const stop = ({ step }: { step: string }) => {
      if (step === 'match') throw new Error('stopped')
    }
    await expect(resolveNetwork(store.db, { onProgress: stop })).rejects.toThrow('stopped')
    expect([await edges(), await versions(), await releases()]).toEqual(before)
    expect(await resolveNetwork(store.db)).toMatchObject({ funders: 1, rows: 4 })
    expect(await rowsOf(OAK)).toHaveLength(4)
  })

  test('does not lose a filing whose organization was resolved only after its mark was read', async () => {
    await made.load(store, [later])
    await resolveNetwork(store.db)
    expect((await edges())[0], 'still those of the previous filing').toMatchObject({
      recipient: FOOD,
    })
    await resolveLoaded(store.db)
    expect((await edges())[0]).toMatchObject({ funder: OAK, recipient: SHELTER })
  })
})

test('of two runs at once, the second has nothing left to do', async () => {
  await made.load(store, [{ ...oak, objectId: madeObjectId(31), year: 2023, grants: [toShelter] }])
  await resolveOrganizations(store.db, { cause: 'load' })
  const runs = await Promise.all([resolveNetwork(store.db), resolveNetwork(store.db)])
  expect(runs.map(({ rows }) => rows).sort()).toEqual([0, 4])
  expect(await rowsOf(OAK)).toHaveLength(4)
})

test('new rules resolve everything again and rewrite only differences', async () => {
  await makeAllDue(store.db)
  expect(await readNetworkStatus(store.db)).toMatchObject({ waiting: 'all' })
  await store.db.query('update money_edge set recipient_ein = null where funder_ein = $1', [ELM])
  const kept = await writers('money_edge', OAK)
  const changed = await changedBy(() => resolveNetwork(store.db))
  expect(changed).toEqual([ELM, SHELTER])
  expect(await writers('money_edge', OAK)).toEqual(kept)
})

test('a row that no longer counts is a change, even without another difference', async () => {
  const count = (uncounted: string | null) => async () => {
    await store.db.query(
      `update filed_edge set uncounted = $1
       where (object_id, ordinal) in (select object_id, ordinal from money_edge where funder_ein = $2)`,
      [uncounted, ELM],
    )
    await store.db.query('insert into network_due values ($1)', [ELM])
    await resolveNetwork(store.db)
  }
  const ofElm = () =>
    store.db.query(
      `select amount, uncounted_amount as uncounted from network_edge where funder_ein = $1`,
      [ELM],
    )
  expect(await ofElm()).toEqual([{ amount: 2_000, uncounted: 0 }])
  expect(await changedBy(count('LoanOrGuarantee'))).toEqual([ELM, SHELTER])
  expect(await ofElm(), 'its edge shows it').toEqual([{ amount: 2_000, uncounted: 2_000 }])
  expect(
    await store.db.query('select is_counted from money_edge where funder_ein = $1', [ELM]),
  ).toEqual([{ is_counted: false }])
  await count(null)()
})

describe('unresolved recipients are kept apart', () => {
  const keysOf = (ein: string) =>
    store.db.query(
      `select counterparty, amount from network_edge where funder_ein = $1 order by amount`,
      [ein],
    )

  test('by the filed EIN, even with the same name and city', async () => {
    const choir = (amount: number, ein?: string) => ({ ...toOrchard, amount, ...(ein && { ein }) })
    const [one, other] = ['290000001', '290000002']
    const grants = [choir(1), choir(2, one), choir(4, other), choir(8, one)]
    await made.loadAndResolve(store, [{ ...elm, grants }])
    expect(await keysOf(ELM)).toEqual([
      { counterparty: 'orchardyouthchoir|akron|OH', amount: 1 },
      { counterparty: `orchardyouthchoir|akron|OH|${other}`, amount: 4 },
      { counterparty: `orchardyouthchoir|akron|OH|${one}`, amount: 10 },
    ])
  })

  test.each([
    ['a name and place', 'orchardyouthchoir|akron|OH'],
    ['an EIN', FOOD],
  ])('even for a region that looks like the key of %s', async (_, region) => {
    const bars = { name: 'Orchard|Youth|Choir', amount: 4 }
    const grants = [{ ...toFood, amount: 1 }, { ...toOrchard, amount: 2 }, bars, toShelter]
    await made.load(store, [{ ...elm, grants }])
    await store.db.query(`update filed_edge set category = 'ScheduleF' where object_id = $1`, [
      elm.objectId,
    ])
    await store.db.query(
      `update filed_edge set name = null, name_key = '', words_key = '', region = $2
       where object_id = $1 and amount = 2000`,
      [elm.objectId, region],
    )
    await resolveLoaded(store.db)
    expect(await keysOf(ELM)).toEqual([
      { counterparty: FOOD, amount: 1 },
      { counterparty: 'orchardyouthchoir|akron|OH', amount: 6 },
      { counterparty: `|${region}`, amount: 2_000 },
    ])
  })
})

test('a full rebuild without a difference is reported, and creates no release', async () => {
  await makeAllDue(store.db)
  const resolved = await resolveLoaded(store.db)
  expect(resolved).toMatchObject({ network: { rows: 6, changed: 0 } })
  expect(resolved?.release).toBeUndefined()
})

test('an edge has the name of its least certain row', async () => {
  const own = { ...toFood, ein: FOOD }
  const other = { name: 'Lantern Relief', city: 'Canton', ein: FOOD, amount: 1 }
  for (const grants of [
    [own, other, { ...other, name: 'Lantern Aid' }],
    [other, own],
  ]) {
    await made.loadAndResolve(store, [{ ...oak, grants }])
    expect(
      await store.db.query(
        `select name, city, match_confidence as confidence from network_edge where funder_ein = $1`,
        [OAK],
      ),
    ).toEqual([{ name: 'Lantern Relief', city: 'Canton', confidence: 'Weak' }])
  }
})

test('a return with many rows to one recipient cites their part', async () => {
  const grants = Array.from({ length: 25 }, () => toFood)
  await made.loadAndResolve(store, [{ ...elm, grants }])
  const [edge] = await store.db.query<{ paths: string[]; amount: number; count: number }>(
    'select paths, amount, count from network_edge where funder_ein = $1',
    [ELM],
  )
  expect(edge).toEqual({ paths: ['/IRS990ScheduleI'], amount: 25_000, count: 25 })
})

describe('verify', () => {
  test('finds no fault after any run', async () => {
    expect(await findNetworkFaults(store.db)).toEqual([])
  })

  test('reports rows that differ from the filings, and edges that differ from the rows', async () => {
    await store.db.query('delete from money_edge where funder_ein = $1', [ELM])
    await store.db.query('update money_edge set amount = 1 where funder_ein = $1', [FIR])
    expect(await findNetworkFaults(store.db)).toEqual([
      `EIN ${ELM}, ScheduleI: the filings list 1 row totaling $2,000; the network resolved 0 rows totaling $0.`,
      `EIN ${FIR}, FoundationPaid: the filings list 1 row totaling $1,000; the network resolved 1 row totaling $1.`,
      `EIN ${FIR}, FoundationApproved, not included in any sum: the filings list 1 row totaling $9,000; the network resolved 1 row totaling $1.`,
      `EIN ${ELM}, ScheduleI: the latest filing lists 0 rows totaling $0; the network lists 1 row totaling $2,000.`,
      `EIN ${FIR}, FoundationPaid: the latest filing lists 1 row totaling $1; the network lists 1 row totaling $1,000.`,
      `EIN ${FIR}, FoundationApproved: the latest filing lists 1 row totaling $1; the network lists 1 row totaling $9,000.`,
      'The network counts 5 rows as Strong; expected 4.',
    ])
    await makeAllDue(store.db)
    await resolveNetwork(store.db)
    expect(await findNetworkFaults(store.db)).toEqual([])
  })

  test('reports rows that should not be in sums', async () => {
    await store.db.query(
      `update filed_edge set uncounted = 'LoanOrGuarantee' where object_id = $1`,
      [elm.objectId],
    )
    await store.db.query('update money_edge set is_counted = false where funder_ein = $1', [OAK])
    expect(await findNetworkFaults(store.db)).toEqual([
      `EIN ${OAK}, ScheduleI: the filings list 3 rows totaling $2,500; the network resolved 0 rows totaling $0.`,
      `EIN ${OAK}, ScheduleI, not included in any sum: the filings list 0 rows totaling $0; the network resolved 3 rows totaling $2,500.`,
      `EIN ${ELM}, ScheduleI: the filings list 0 rows totaling $0; the network resolved 1 row totaling $2,000.`,
      `EIN ${ELM}, ScheduleI, not included in any sum: the filings list 1 row totaling $2,000; the network resolved 0 rows totaling $0.`,
      `EIN ${OAK}, ScheduleI: the latest filing lists 3 rows totaling $2,500 ($2,500 not included in any sum); the network lists 3 rows totaling $2,500.`,
    ])
  })

  test('reports organizations that disappeared without a mark, which a full rebuild removes', async () => {
    for (const table of ['bmf', 'bmf_name', 'organization']) {
      await store.db.query(`delete from ${table} where ein = $1`, [FOOD])
    }
    expect(await findNetworkFaults(store.db)).toEqual([
      `EIN ${FOOD} is still in the network but no longer in any source.`,
    ])
    await makeAllDue(store.db)
    expect(await changedBy(() => resolveNetwork(store.db))).toEqual([OAK, FIR, FOOD])
    expect(await findNetworkFaults(store.db)).toEqual([])
  })

  test('does not report what waits for the next run', async () => {
    await made.load(store, [{ ...elm, grants: [toFood, toFood] }])
    expect(await findNetworkFaults(store.db)).toEqual([])
    expect(await readNetworkStatus(store.db)).toMatchObject({ waiting: 1 })
  })
})

test('status counts rows by certainty of their recipients, run after run', async () => {
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 5, None: 1 }, waiting: 0 })
  await made.loadAndResolve(store, [{ ...oak, grants: [toOrchard, toOrchard] }])
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 3, None: 2 }, waiting: 0 })
  await made.loadAndResolve(store, [{ ...oak, grants: [toFood] }])
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 4 }, waiting: 0 })
})
