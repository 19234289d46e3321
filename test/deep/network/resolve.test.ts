import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findNetworkFaults, readNetworkStatus } from '#indexer/network/check.ts'
import { resolveNetwork } from '#indexer/network/run.ts'
import { makeAllDue } from '#indexer/network/state.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { type Listed, type MadeGiver, madeFiles } from '#test/integration/network/made-givers.ts'
import { expectRecorded } from '#test/recorded.ts'
import { createStore, deriveIn, type Store } from '#test/world/store.ts'

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
  await madeFiles().loadAndResolve(start, [oak, elm, fir], LISTED)
  await start.db.close()
})
beforeEach(async () => {
  store = await createStore('network_resolve', START)
  // The first load is that of the start.
  made = madeFiles(1)
})
afterEach(() => store.drop())

type Given = { funder: string; recipient: string | null; category: string; amount: number }

const edges = () =>
  store.db.query<Given & { count: number; name: string; uncounted: number }>(
    `select funder_ein as funder, recipient_ein as recipient, category, amount, count, name,
       uncounted_amount as uncounted from network_edge order by funder_ein, category, counterparty`,
  )

const rowsOf = (ein: string) =>
  store.db.query<Given & { year: number }>(
    `select funder_ein as funder, recipient_ein as recipient, category, amount, tax_year as year
     from money_edge where funder_ein = $1 order by tax_year, ordinal`,
    [ein],
  )

/** Returns the values of one column. */
const column = async (sql: string, values: string[] = []) =>
  (await store.db.query<{ value: string }>(sql, values)).map(({ value }) => value)
/** Returns the writer of each row; a rewritten row has another, even with the same values. */
const writers = (table: string, ein: string) =>
  column(`select xmin::text as value from ${table} where funder_ein = $1 order by ctid`, [ein])
const releases = () => column('select id as value from release order by id')
const versions = async (): Promise<Record<string, string>> => {
  const rows = await store.db.query<{ ein: string; release: string }>(
    'select * from network_version',
  )
  return Object.fromEntries(rows.map(({ ein, release }) => [ein, release]))
}

/** Runs `change` and returns the organizations whose network it changed. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await versions()
  await change()
  const after = await versions()
  return Object.keys(after)
    .filter((ein) => after[ein] !== before[ein])
    .sort()
}

describe('the first run', () => {
  test('makes one edge of all rows to a recipient, and one of each unresolved name', async () => {
    expect(await edges()).toEqual([
      expect.objectContaining({ funder: OAK, recipient: FOOD, amount: 2_000, count: 2 }),
      expect.objectContaining({ funder: OAK, recipient: null, name: 'Orchard Youth Choir' }),
      expect.objectContaining({ funder: ELM, recipient: SHELTER, amount: 2_000, count: 1 }),
      expect.objectContaining({ funder: FIR, recipient: FOOD, category: 'FoundationPaid' }),
      // A promise.
      expect.objectContaining({ funder: FIR, category: 'FoundationApproved', amount: 9_000 }),
    ])
    const categories = (await rowsOf(FIR)).map(({ category }) => category)
    expect(categories).toEqual(['FoundationPaid', 'FoundationApproved'])
  })

  test('assigns the newest release only to funders and recipients', async () => {
    const newest = (await releases()).at(-1)
    const einsOf = [OAK, ELM, FIR, FOOD, SHELTER]
    expect(await versions()).toEqual(Object.fromEntries(einsOf.map((ein) => [ein, newest])))
  })

  test('splits due work into portions with the same result, also in a store without a network', async () => {
    const rows = () => store.db.query('select * from money_edge order by object_id, ordinal')
    const whole = { edges: await edges(), rows: await rows() }
    const network = 'money_edge, money_edge_count, network_edge, network_version, network_state'
    await store.db.query(`truncate ${network}`)
    const run = await resolveNetwork(store.db, { batchRows: 1 })
    expect(run).toMatchObject({ funders: 3, rows: 6 })
    expect({ edges: await edges(), rows: await rows() }).toEqual(whole)

    await store.db.query(`truncate ${network}, filed_edge, due, organization_key`)
    await store.db.query('update filing set derived_version = 0')
    const derived = await deriveIn(store)
    expect(derived.network).toMatchObject({ funders: 3, rows: 6, release: derived.release })
    expect({ edges: await edges(), rows: await rows() }).toEqual(whole)
    expect(await deriveIn(store)).toMatchObject({ network: undefined, release: undefined })
  })
})

test('nothing due creates no release and writes nothing', async () => {
  const state = async () => [await releases(), await versions(), await writers('money_edge', OAK)]
  const before = await state()
  expect(await resolveNetwork(store.db)).toMatchObject({ funders: 0, rows: 0, release: undefined })
  expect(await resolveDue(store.db)).toBeUndefined()
  expect(await state()).toEqual(before)
  await resolveOrganizations(store.db)
  const none = { funders: 0, changed: 0, release: undefined }
  expect(await resolveNetwork(store.db)).toMatchObject(none)
})

const UNRESOLVED_FOOD = [
  ...['-oak > food: 2000', '-fir > food: 1000'],
  ...['+oak > Harbor Food Pantry: 2000', '+fir > Harbor Food Pantry: 1000'],
]
const NAMED: Record<string, string> = { [OAK]: 'oak', [ELM]: 'elm', [FIR]: 'fir', [FOOD]: 'food' }
const nameOf = (ein: string) => NAMED[ein] ?? (ein === SHELTER ? 'shelter' : ein)
const shown = async () =>
  (await edges()).map(
    ({ funder, recipient, name, amount }) =>
      `${nameOf(funder)} > ${recipient ? nameOf(recipient) : name}: ${amount}`,
  )
const inRegistry = (sql: string) => async () => {
  for (const table of ['bmf', 'bmf_name']) await store.db.query(sql.replace('TABLE', table))
  await resolveOrganizations(store.db)
  await resolveNetwork(store.db)
}
const load = (...givers: MadeGiver[]) => made.loadAndResolve(store, givers)
const register = (ein: string, name: string) =>
  made.loadAndResolve(store, [], [...LISTED, { ein, name }])
const [MOVED, CHOIR, TWIN] = ['170000040', '280000009', '280000008']

test.each<[what: string, change: () => Promise<unknown>, changed: string[], difference: string[]]>([
  [
    'a later filing is shown instead of the earlier one',
    () => load({ ...oak, objectId: madeObjectId(11), year: 2023, grants: [toShelter] }),
    [OAK, FOOD, SHELTER],
    ['-oak > food: 2000', '-oak > Orchard Youth Choir: 500', '+oak > shelter: 2000'],
  ],
  [
    'a filing that supersedes another removes its rows',
    () => load({ ...elm, objectId: madeObjectId(12), received: '09-01', grants: [toFood] }),
    [ELM, FOOD, SHELTER],
    ['-elm > shelter: 2000', '+elm > food: 1000'],
  ],
  [
    'a filing that is replaced under its object id is shown in its new version',
    () => load({ ...elm, grants: [{ ...toShelter, amount: 2_001 }] }),
    [ELM, SHELTER],
    ['-elm > shelter: 2000', '+elm > shelter: 2001'],
  ],
  [
    'a filing that turns out to belong to another filer leaves nothing behind',
    () => load({ ...elm, ein: MOVED }),
    [ELM, MOVED, SHELTER],
    ['-elm > shelter: 2000', `+${MOVED} > shelter: 2000`],
  ],
  ['filings that are loaded again unchanged change nothing', () => load(oak, elm), [], []],
  [
    'an organization that is newly registered is found',
    () => register(CHOIR, 'ORCHARD YOUTH CHOIR'),
    [OAK, CHOIR],
    ['-oak > Orchard Youth Choir: 500', `+oak > ${CHOIR}: 500`],
  ],
  [
    'an organization that is renamed is no longer found by a name that was never on file',
    inRegistry(`update TABLE set name = 'LAKE SHELTER' where ein = '${SHELTER}'`),
    [ELM, FIR, SHELTER],
    [
      ...['-elm > shelter: 2000', '-fir > shelter: 9000'],
      ...['+elm > Maple Street Shelter: 2000', '+fir > Maple Street Shelter: 9000'],
    ],
  ],
  [
    'an organization that is gone leaves its rows unresolved',
    inRegistry(`delete from TABLE where ein = '${FOOD}'`),
    [OAK, FIR, FOOD],
    UNRESOLVED_FOOD,
  ],
  [
    'an organization that is no longer unique is not found',
    () => register(TWIN, 'HARBOR FOOD PANTRY'),
    [OAK, FIR, FOOD],
    UNRESOLVED_FOOD,
  ],
])('%s', async (_, change, changed, difference) => {
  const before = await shown()
  expect(await changedBy(change)).toEqual(changed)
  const after = await shown()
  expect([
    ...before.filter((edge) => !after.includes(edge)).map((edge) => `-${edge}`),
    ...after.filter((edge) => !before.includes(edge)).map((edge) => `+${edge}`),
  ]).toEqual(difference)
})

test('a change writes only the rows and edges that differ', async () => {
  const others = [await writers('money_edge', ELM), await writers('network_edge', FIR)]
  const [pantry] = await writers('network_edge', OAK)
  await register(CHOIR, 'ORCHARD YOUTH CHOIR')
  expect([await writers('money_edge', ELM), await writers('network_edge', FIR)]).toEqual(others)
  expect((await writers('network_edge', OAK))[0], 'its edge to the pantry').toBe(pantry)
  const kept = await writers('money_edge', OAK)
  await load({ ...oak, objectId: madeObjectId(11), year: 2023, grants: [toShelter] })
  expect(await writers('money_edge', OAK)).toEqual([...kept, expect.any(String)])
})

describe('an interruption', () => {
  const later = { ...oak, objectId: madeObjectId(21), year: 2023, grants: [toShelter] }

  test('between load and resolving is not a fault, and is completed by the next run', async () => {
    await made.load(store, [later])
    const due = () => column("select key as value from due where step = 'network'")
    expect(await due()).toEqual([OAK])
    expect(await findNetworkFaults(store.db)).toEqual([])
    expect(await readNetworkStatus(store.db)).toMatchObject({ waiting: 1 })
    await resolveDue(store.db)
    expect(await rowsOf(OAK)).toHaveLength(4)
    expect(await due()).toEqual([])
  })

  test('in the middle writes nothing and loses nothing', async () => {
    await made.load(store, [later])
    await resolveOrganizations(store.db)
    const state = async () => [await edges(), await versions(), await releases()]
    const before = await state()
    const stop = ({ step }: { step: string }) => {
      if (step === 'match') throw new Error('stopped')
    }
    await expect(resolveNetwork(store.db, { onProgress: stop })).rejects.toThrow('stopped')
    expect(await state()).toEqual(before)
    expect(await resolveNetwork(store.db)).toMatchObject({ funders: 1, rows: 4 })
    expect(await rowsOf(OAK)).toHaveLength(4)
  })

  test('does not lose a filing whose organization was resolved only after its mark was read', async () => {
    await made.load(store, [later])
    await resolveNetwork(store.db)
    expect((await edges())[0], 'still those of the previous filing').toMatchObject({
      recipient: FOOD,
    })
    await resolveDue(store.db)
    expect((await edges())[0]).toMatchObject({ funder: OAK, recipient: SHELTER })
  })
})

test('of two runs at once, the second has nothing left to do', async () => {
  await made.load(store, [{ ...oak, objectId: madeObjectId(31), year: 2023, grants: [toShelter] }])
  await resolveOrganizations(store.db)
  const runs = await Promise.all([resolveNetwork(store.db), resolveNetwork(store.db)])
  expect(runs.map(({ rows }) => rows).sort()).toEqual([0, 4])
  expect(await rowsOf(OAK)).toHaveLength(4)
})

test('new rules resolve everything again and rewrite only differences', async () => {
  await makeAllDue(store.db)
  expect(await readNetworkStatus(store.db)).toMatchObject({ waiting: 'all' })
  const resolved = await resolveDue(store.db)
  expect(resolved).toMatchObject({ network: { rows: 6, changed: 0 }, release: undefined })
  await makeAllDue(store.db)
  await store.db.query('update money_edge set recipient_ein = null where funder_ein = $1', [ELM])
  const kept = await writers('money_edge', OAK)
  const changed = await changedBy(() => resolveNetwork(store.db))
  expect(changed).toEqual([ELM, SHELTER])
  expect(await writers('money_edge', OAK)).toEqual(kept)
})

test('a row that no longer counts is a change, even without another difference', async () => {
  const count = (uncounted: string) => async () => {
    await store.db.query(
      `update filed_edge set uncounted = $1
       where (object_id, ordinal) in (select object_id, ordinal from money_edge where funder_ein = $2)`,
      [uncounted, ELM],
    )
    await store.db.query("insert into due values ('network', $1)", [ELM])
    await resolveNetwork(store.db)
  }
  const amountsOf = async () =>
    (await edges())
      .filter(({ funder }) => funder === ELM)
      .map(({ amount, uncounted }) => [amount, uncounted])
  expect(await amountsOf()).toEqual([[2_000, 0]])
  expect(await changedBy(count('LoanOrGuarantee'))).toEqual([ELM, SHELTER])
  expect(await amountsOf(), 'its edge shows it').toEqual([[2_000, 2_000]])
  const counted = 'select is_counted::text as value from money_edge where funder_ein = $1'
  expect(await column(counted, [ELM])).toEqual(['false'])
})

const edgesOf = (ein: string, columns: string) =>
  store.db.query(`select ${columns} from network_edge where funder_ein = $1 order by amount`, [ein])

describe('unresolved recipients are kept apart', () => {
  const keysOf = (ein: string) => edgesOf(ein, 'counterparty, amount')

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
    await resolveDue(store.db)
    expect(await keysOf(ELM)).toEqual([
      { counterparty: FOOD, amount: 1 },
      { counterparty: 'orchardyouthchoir|akron|OH', amount: 6 },
      { counterparty: `|${region}`, amount: 2_000 },
    ])
  })
})

test('an edge has the name of its least certain row', async () => {
  const own = { ...toFood, ein: FOOD }
  const other = { name: 'Lantern Relief', city: 'Canton', ein: FOOD, amount: 1 }
  for (const grants of [
    [own, other, { ...other, name: 'Lantern Aid' }],
    [other, own],
  ]) {
    await made.loadAndResolve(store, [{ ...oak, grants }])
    expect(await edgesOf(OAK, 'name, city, match_confidence as confidence')).toEqual([
      { name: 'Lantern Relief', city: 'Canton', confidence: 'Weak' },
    ])
  }
})

test('a return with many rows to one recipient cites their part', async () => {
  const grants = Array.from({ length: 25 }, () => toFood)
  await made.loadAndResolve(store, [{ ...elm, grants }])
  expect(await edgesOf(ELM, 'paths, amount, count')).toEqual([
    { paths: ['/IRS990ScheduleI'], amount: 25_000, count: 25 },
  ])
})

test('verify reports rows and edges that differ, and nothing after a full rebuild', async () => {
  const faults = () => findNetworkFaults(store.db)
  const rebuild = async () => {
    await makeAllDue(store.db)
    await resolveNetwork(store.db)
    return await faults()
  }
  expect(await faults()).toEqual([])
  await store.db.query('delete from money_edge where funder_ein = $1', [ELM])
  await store.db.query('update money_edge set amount = 1 where funder_ein = $1', [FIR])
  const differing = await faults()
  expect(await rebuild()).toEqual([])
  const loan = `update filed_edge set uncounted = 'LoanOrGuarantee' where object_id = $1`
  await store.db.query(loan, [elm.objectId])
  await store.db.query('update money_edge set is_counted = false where funder_ein = $1', [OAK])
  const uncounted = await faults()
  expect(await rebuild()).toEqual([])
  for (const table of ['bmf', 'bmf_name', 'organization']) {
    await store.db.query(`delete from ${table} where ein = $1`, [FOOD])
  }
  const gone = await faults()
  expect(await changedBy(rebuild)).toEqual([OAK, FIR, FOOD])
  expect(await faults()).toEqual([])
  await expectRecorded('network-check', {
    'Rows that differ from the filings, and edges from the rows': differing,
    'Rows that should not be in sums': uncounted,
    'An organization that disappeared without a mark': gone,
  })
})

test('status counts rows by certainty of their recipients, run after run', async () => {
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 5, None: 1 }, waiting: 0 })
  await made.loadAndResolve(store, [{ ...oak, grants: [toOrchard, toOrchard] }])
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 3, None: 2 }, waiting: 0 })
  await made.loadAndResolve(store, [{ ...oak, grants: [toFood] }])
  expect(await readNetworkStatus(store.db)).toEqual({ rows: { Strong: 4 }, waiting: 0 })
})
