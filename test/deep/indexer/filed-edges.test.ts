import { beforeAll, expect, test } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'
import { deriveIn } from '#test/world/store.ts'

const FIRST = '202301329349300701'
const AMENDED = '202302329349300702'
const LONG = '202301329349300703'
const [GIVER, OTHER] = ['070000001', '070000002']

const made = openLoads('filed_edges')

beforeAll(async () => {
  // The network's run, which ends derive, takes what is due.
  await made.query('create table due_once (ein text)')
  await made.query(
    `create rule keep as on insert to due where new.step = 'network'
      do also insert into due_once values (new.key)`,
  )
})

const grant = (name: string, amount: number, filler = ''): string =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>` +
  `</RecipientBusinessName><CashGrantAmt>${amount}</CashGrantAmt>${filler}</RecipientTable>`

/** Loads a return of these grants under an object id; returns what the load counted. */
async function loadGrants(id: string, grants: string, ein = GIVER) {
  const header = HEADER.replace('070000001', ein)
  const data = `<IRS990/><IRS990ScheduleI>${grants}</IRS990ScheduleI>`
  const path = made.write(`${id}_public.xml`, makeReturn({ header, data }))
  return (await made.load(path, undefined, { mayReplaceOthers: true })).tally.kinds[0]
}

/** Returns the edges of a filing, each as its ordinal, path, name, and amount. */
const readEdges = async (id: string): Promise<string[]> => {
  const rows = await made.query<{ row: string }>(
    `select concat_ws(' ', ordinal, category, path, name, amount::float) as row
     from filed_edge where object_id = $1 order by ordinal`,
    [id],
  )
  return rows.map(({ row }) => row)
}

/** Returns the stored location of each row, which changes if the row is rewritten. */
const readPlaces = () =>
  made.query('select ctid::text, object_id, ordinal from filed_edge order by 2, 3')

/** Returns the funders marked as due since the last call. */
const takeDue = async (): Promise<string[]> => {
  const rows = await made.query<{ ein: string }>('delete from due_once returning ein')
  return [...new Set(rows.map(({ ein }) => ein))].sort()
}

const row = (place: number, name: string, amount: number): string =>
  `${place} ScheduleI /IRS990ScheduleI/RecipientTable[${place}] ${name} ${amount}`

const derive = () => deriveIn(made.store)

const filler = `<PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt>`
const many = (count: number): string =>
  Array.from({ length: count }, (_, at) => grant(`Grantee ${at}`, at, filler)).join('')

test('edges are stored with their filing, whose filer is due, until a return replaces it', async () => {
  const both = grant('Alder', 5) + grant('Birch', 7)
  await loadGrants(FIRST, both)
  expect(await readEdges(FIRST)).toEqual([row(1, 'Alder', 5), row(2, 'Birch', 7)])
  expect(await takeDue()).toEqual([GIVER])
  const before = await readPlaces()
  expect(await loadGrants(FIRST, both)).toMatchObject({ loaded: 0, unchanged: 1 })
  expect(await readPlaces()).toEqual(before)
  expect(await takeDue()).toEqual([])
  await loadGrants(FIRST, grant('Cedar', 9))
  expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
  expect(await takeDue()).toEqual([GIVER])
  await loadGrants(FIRST, grant('Cedar', 9), OTHER)
  expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
  expect(await takeDue()).toEqual([GIVER, OTHER])
})

test('edges of a superseded filing stay next to those of the one that supersedes it', async () => {
  await loadGrants(FIRST, grant('Cedar', 9))
  await loadGrants(AMENDED, grant('Cedar', 10))
  const current = await made.query(
    'select object_id as id, is_current as current from filing where ein = $1 order by 1',
    [GIVER],
  )
  expect(current).toEqual([
    { id: FIRST, current: false },
    { id: AMENDED, current: true },
  ])
  expect(await readEdges(FIRST)).toEqual([row(1, 'Cedar', 9)])
  expect(await readEdges(AMENDED)).toEqual([row(1, 'Cedar', 10)])
})

// More than fit in memory at once (MAX_AT_HAND).
test('edges of a return of thousands of rows are complete', async () => {
  await takeDue()
  await loadGrants(LONG, many(2_450), OTHER)
  const edges = await readEdges(LONG)
  expect(edges).toEqual(edges.map((_, at) => row(at + 1, `Grantee ${at}`, at)))
  expect(edges).toHaveLength(2_450)
  expect(await takeDue()).toEqual([OTHER])
})

test('derive adds the edges of older filings, and rewrites only those that differ', async () => {
  const readAll = () => made.query('select * from filed_edge order by object_id, ordinal')
  const makeOld = () => made.query('update filing set derived_version = 2')
  const fresh = await readAll()
  await made.query('truncate filed_edge')
  await makeOld()
  expect(await derive()).toMatchObject({ derived: 3, changed: 3 })
  expect(await readAll()).toEqual(fresh)
  expect(await takeDue()).toEqual([GIVER, OTHER])

  const before = await readPlaces()
  await makeOld()
  expect(await derive()).toMatchObject({ derived: 3, changed: 0 })
  expect(await readPlaces()).toEqual(before)
  expect(await takeDue()).toEqual([])

  await made.query('update filed_edge set amount = 1 where object_id = $1', [AMENDED])
  await made.query(
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
