import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveWaiting } from '#indexer/pipeline/derive.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const FIRST = '202301329349300701'
const AMENDED = '202302329349300702'
const LONG = '202301329349300703'
const [GIVER, OTHER] = ['070000001', '070000002']

const folder = mkdtempSync(join(tmpdir(), 'filed-edges-'))
let store: Store

beforeAll(async () => {
  store = await createStore('filed_edges')
  // The network's run, which ends derive, takes what is due.
  await store.db.query('create table due_once (ein text)')
  await store.db.query(
    `create rule keep as on insert to network_due do also insert into due_once values (new.ein)`,
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const grant = (name: string, amount: number, filler = ''): string =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>` +
  `</RecipientBusinessName><CashGrantAmt>${amount}</CashGrantAmt>${filler}</RecipientTable>`

/** Loads a return of these grants under an object id; returns what the load counted. */
async function loadGrants(id: string, grants: string, ein = GIVER) {
  const path = join(folder, `${id}_public.xml`)
  const header = HEADER.replace('070000001', ein)
  const data = `<IRS990/><IRS990ScheduleI>${grants}</IRS990ScheduleI>`
  writeFileSync(path, makeReturn({ header, data }))
  const { tally } = await loadInto(store, [path], undefined, { mayReplaceOthers: true })
  return tally.kinds[0]
}

type Edge = { ordinal: number; category: string; path: string; name: string; amount: number }
const readEdges = (id: string): Promise<Edge[]> =>
  store.db.query<Edge>(
    `select ordinal, category, path, name, amount from filed_edge where object_id = $1
     order by ordinal`,
    [id],
  )

/** Returns the stored location of each row, which changes if the row is rewritten. */
const readPlaces = () =>
  store.db.query('select ctid::text, object_id, ordinal from filed_edge order by 2, 3')

/** Returns the funders marked as due since the last call. */
const takeDue = async (): Promise<string[]> => {
  const rows = await store.db.query<{ ein: string }>('delete from due_once returning ein')
  return [...new Set(rows.map(({ ein }) => ein))].sort()
}

const row = (place: number, name: string, amount: number): Edge => ({
  ordinal: place,
  category: 'ScheduleI',
  path: `/IRS990ScheduleI/RecipientTable[${place}]`,
  name,
  amount,
})

const derive = () =>
  deriveWaiting(store.db, {
    url: store.url,
    ca: undefined,
    workers: 1,
    onProgress: () => {},
    onResolve: () => {},
  })

const filler = `<PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt>`
const many = (count: number): string =>
  Array.from({ length: count }, (_, at) => grant(`Grantee ${at}`, at, filler)).join('')

describe('edges as filed', () => {
  test('are stored with their filing, whose filer is then due', async () => {
    await loadGrants(FIRST, grant('Alder', 5) + grant('Birch', 7))
    expect(await readEdges(FIRST)).toEqual([row(1, 'Alder', 5), row(2, 'Birch', 7)])
    expect(await takeDue()).toEqual([GIVER])
  })

  test('do not change when the filing is loaded again', async () => {
    const before = await readPlaces()
    expect(await loadGrants(FIRST, grant('Alder', 5) + grant('Birch', 7))).toMatchObject({
      loaded: 0,
      unchanged: 1,
    })
    expect(await readPlaces()).toEqual(before)
    expect(await takeDue()).toEqual([])
  })

  test('are those of the return that replaces it, even for another filer', async () => {
    await loadGrants(FIRST, grant('Cedar', 9))
    expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
    expect(await takeDue()).toEqual([GIVER])
    await loadGrants(FIRST, grant('Cedar', 9), OTHER)
    expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
    expect(await takeDue()).toEqual([GIVER, OTHER])
    await loadGrants(FIRST, grant('Cedar', 9))
    await takeDue()
  })

  test('of a superseded filing stay next to those of the one that supersedes it', async () => {
    await loadGrants(AMENDED, grant('Cedar', 10))
    const current = await store.db.query(
      'select object_id as id, is_current as current from filing where ein = $1 order by 1',
      [GIVER],
    )
    expect(current).toEqual([
      { id: FIRST, current: false },
      { id: AMENDED, current: true },
    ])
    expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
    expect(await readEdges(AMENDED)).toEqual([row(1, 'Cedar', 10)])
    expect(await takeDue()).toEqual([GIVER])
  })

  // More than fit in memory at once (MOST_AT_HAND).
  test('of a return of thousands of rows are complete', async () => {
    await loadGrants(LONG, many(2_450), OTHER)
    const [found] = await store.db.query(
      `select count(*) as rows, sum(amount)::int as amount, max(path) filter (where ordinal = 2450) as last
       from filed_edge where object_id = $1`,
      [LONG],
    )
    expect(found).toEqual({
      rows: 2_450,
      amount: (2_450 * 2_449) / 2,
      last: '/IRS990ScheduleI/RecipientTable[2450]',
    })
    expect(await takeDue()).toEqual([OTHER])
  })
})

describe('npm run derive', () => {
  const readAll = () => store.db.query('select * from filed_edge order by object_id, ordinal')
  const makeOld = () => store.db.query('update filing set derived_version = 2')

  test('adds the edges of a new load to a store of the previous version', async () => {
    const fresh = await readAll()
    await store.db.query('truncate filed_edge')
    await makeOld()
    expect(await derive()).toMatchObject({ derived: 3, changed: 3 })
    expect(await readAll()).toEqual(fresh)
    expect(await takeDue()).toEqual([GIVER, OTHER])
  })

  test('rewrites none with the same result', async () => {
    const before = await readPlaces()
    await makeOld()
    expect(await derive()).toMatchObject({ derived: 3, changed: 0 })
    expect(await readPlaces()).toEqual(before)
    expect(await takeDue()).toEqual([])
  })

  test('corrects those of one filing, and leaves the others', async () => {
    const [fresh, before] = [await readAll(), await readPlaces()]
    await store.db.query('update filed_edge set amount = 1 where object_id = $1', [AMENDED])
    await store.db.query(
      `insert into filed_edge (object_id, ordinal, category, path) values ($1, 99, 'ScheduleF', '/x')`,
      [AMENDED],
    )
    await makeOld()
    expect(await derive()).toMatchObject({ derived: 3, changed: 1 })
    expect(await readAll()).toEqual(fresh)
    const others = (rows: readonly object[]) =>
      rows.filter((one) => !('object_id' in one && one.object_id === AMENDED))
    expect(others(await readPlaces())).toEqual(others(before))
    expect(await takeDue()).toEqual([GIVER])
  })
})
