import { expect, test } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { HEADER, makeReturn } from '#test/unit/indexer/made-return.ts'

const FIRST = '202301329349300701'
const AMENDED = '202302329349300702'
const LONG = '202301329349300703'
const [GIVER, OTHER] = ['070000001', '070000002']

const made = openLoads('filed_edges')

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
  const rows = await made.query<{ ein: string }>(
    "delete from due where step = 'network' returning key as ein",
  )
  return [...new Set(rows.map(({ ein }) => ein))].sort()
}

const row = (place: number, name: string, amount: number): string =>
  `${place} ScheduleI /IRS990ScheduleI/RecipientTable[${place}] ${name} ${amount}`

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
