import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyNetwork } from '#src/api/a/money-network.ts'
import { EDGE_TABLES } from '#src/domain/facts/edges.ts'
import { type Grant, proveFilters, walkGrants } from './grant-filters.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openDemo } from './profiles-world.ts'
import { proveSums, readPaidRows } from './prove-sums.ts'

const FOUNDATION = '490000181'

let world: MoneyWorld
beforeAll(async () => {
  world = await withKey(await openDemo('grants'))
})
afterAll(() => world.close())

const walk = async (ein: string, query: string): Promise<Grant[]> =>
  (await walkGrants(world.read, ein, query)).grants

describe('sums of the demo', () => {
  proveSums(async () => ({ world, rows: await readPaidRows(world.postgres) }))
})

test('edges of each filing add up to the sums stored with its rows, to the dollar', async () => {
  const given = ['grantsToOrganizations', 'foreignGrants'] as const
  const keys = [...given, 'foundationGrantsPaid', 'foundationGrantsApproved'] as const
  const categories = new Map<string, string>(keys.map((key) => [key, EDGE_TABLES[key].category]))
  const edges = await world.postgres.query<{ line: string; category: string }>(
    `select category, concat_ws(' ', object_id, category, sum(amount)::float8, count(amount)) as line
     from filed_edge group by object_id, category having count(amount) > 0`,
  )
  const sums = await world.postgres.query<{ id: string; key: string; sum: string }>(
    `select object_id as id, key, concat_ws(' ', (value->>'value')::float8, value->>'rows') as sum
     from filing, jsonb_each(row_facts->'sums')`,
  )
  const stored = sums.flatMap(({ id, key, sum }) => {
    const category = categories.get(key)
    return category ? [`${id} ${category} ${sum}`] : []
  })
  expect(stored.length).toBeGreaterThan(40)
  const wanted = new Set(categories.values())
  const found = edges.filter(({ category }) => wanted.has(category)).map(({ line }) => line)
  expect(found.toSorted()).toEqual(stored.toSorted())
})

test('with each filter are the matching rows of the whole list, with their sums', async () => {
  const parties = await world.postgres.query<{ ein: string }>(
    `select ein from organization where primary_form is not null and exists
       (select from money_edge where funder_ein = ein or recipient_ein = ein) order by ein`,
  )
  expect(parties.length).toBeGreaterThan(20)
  const rows: Grant[] = []
  for (const { ein } of parties) rows.push(...(await proveFilters(world.read, ein)))
  expect(new Set(rows.map(({ Category }) => Category)).size).toBe(6)
  const confidences = new Set(rows.map(({ MatchConfidence }) => MatchConfidence))
  expect(confidences).toEqual(new Set(['None', 'Weak', 'Moderate', 'Strong', 'Authoritative']))
  const approved = rows.filter(({ Category }) => Category === 'FoundationApproved')
  const reasons = new Set(approved.map(({ NotCounted }) => NotCounted))
  expect(reasons).toEqual(new Set(['ApprovedForLater']))
})

test('an EIN whose organization has another name is shown as filed, and as weak', async () => {
  const rows = await walk('490000183', 'Match=Weak')
  const weak = rows.find(({ MatchConfidence }) => MatchConfidence === 'Weak')
  const Recipient = { EIN: '090000151', FiledName: expect.stringMatching(/maumee/i) }
  expect(weak).toMatchObject({ MatchMethod: 'FiledEIN', Recipient })
})

test('an unnamed recipient is shown by region, without an EIN', async () => {
  const [abroad] = await walk('070000101', 'Category=ScheduleF')
  expect(abroad?.Recipient).toEqual({
    Name: expect.stringMatching(new RegExp(`${abroad?.Region}$`)),
    ProfileAvailable: false,
  })
})

test.each(['Outgoing', 'Incoming'])(
  "grants and edges show a filed place that is not the recipient's: %s",
  async (direction) => {
    const [asked] = await world.postgres.query<{ ein: string }>(
      `select recipient_ein as ein from network_edge
       where funder_ein = $1 and match_method = 'NameState' limit 1`,
      [FOUNDATION],
    )
    const isGiven = direction === 'Outgoing'
    const ein = isGiven ? FOUNDATION : (asked?.ein ?? '')
    const other = isGiven ? '' : `&Counterparty=${FOUNDATION}`
    const rows = await walk(ein, `Direction=${direction}${other}`)
    const row = rows.find(({ MatchMethod }) => MatchMethod === 'NameState')
    const FiledLocation = row?.Recipient.FiledLocation
    expect(FiledLocation).toMatch(/^[^,]+, [A-Z]{2}$/)
    expect(FiledLocation).not.toBe(row?.Recipient.Location)
    const url = `/api/v2/charity/${ein}/money-network?Direction=${direction}&Limit=200`
    const { Edges } = moneyNetwork.parse(await world.read(url))
    const edge = expect.objectContaining({ MatchMethod: 'NameState', FiledLocation })
    expect(Edges).toContainEqual(edge)
  },
)

test.each([
  ['amount = e.amount + 1', 'amount = e.amount - 1'],
  ["category = 'FoundationApproved'", "category = 'FoundationPaid'"],
])('no grant takes the name of another row that now has its number: %s', async (change, back) => {
  const url = `/api/v2/charity/${FOUNDATION}/grants?Direction=Outgoing`
  const renumber = (to: string) =>
    world.postgres.query(
      `update filed_edge e set ${to} from money_edge m
       where m.funder_ein = $1 and m.category = 'FoundationPaid' and m.amount is not null
         and (e.object_id, e.ordinal) = (m.object_id, m.ordinal)`,
      [FOUNDATION],
    )
  const before = await world.read(url)
  await renumber(change)
  const detail = { ErrorCode: 'StoreUnavailable' }
  expect(await world.refuse(url)).toMatchObject({ status: 503, detail })
  expect((await world.refuse(`${url}&Format=csv`)).status).toBe(503)
  await renumber(back)
  expect(await world.read(url)).toEqual(before)
})

test('an organization without edges has empty lists', async () => {
  const [row] = await world.postgres.query<{ ein: string }>(
    `select ein from organization o where primary_form is not null and not exists
       (select from money_edge where o.ein in (funder_ein, recipient_ein)) limit 1`,
  )
  const of = `/api/v2/charity/${row?.ein}`
  expect(await world.read(`${of}/grants`)).toMatchObject({ Grants: [], RowCount: 0 })
  expect(await world.read(`${of}/money-network`)).toMatchObject({ Edges: [] })
})
