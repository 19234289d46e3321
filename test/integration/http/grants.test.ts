import { beforeAll, describe, expect, test } from 'vitest'
import { cohortFunderList, funderList, granteeList } from '#src/api/a/counterparties.ts'
import { moneyNetwork } from '#src/api/a/money-network.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { EDGE_TABLES } from '#src/domain/facts/edges.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import { opened } from '#test/integration/opened.ts'
import { type Grant, proveFilters, walkGrants } from './grant-filters.ts'
import { withKey } from './money-world.ts'
import { openDemo } from './profiles-world.ts'

const FOUNDATION = '490000181'

const world = opened(async () => withKey(await openDemo('grants')))

const walk = async (ein: string, query: string): Promise<Grant[]> =>
  (await walkGrants(world.read, ein, query)).grants

/** A row of money given, its recipient, and the amount as filed. */
type PaidRow = {
  funder: string
  recipient: string
  category: string
  year: number
  amount: number | null
}

// Plain rows, from which this oracle derives what is current, what is a grant, and the sums. Loans
// do not count, and neither do Schedule R gifts to recipients on Schedule I of the return.
const ROWS = `
  select f.ein as funder, m.recipient_ein as recipient, e.category::text, f.tax_year as year,
    e.amount
  from filed_edge e
  join filing f using (object_id)
  join money_edge m using (object_id, ordinal)
  where f.is_current and m.recipient_ein is not null and e.category <> 'FoundationApproved'
    and not (e.category = 'RelatedTransfer' and (
      e.purpose like '%Loan%' or e.purpose like '%Gift%' and exists (
        select from filed_edge i
        where i.object_id = e.object_id and i.category = 'ScheduleI'
          and (i.ein = e.ein or lower(i.name) = lower(e.name)))))`

const sumOf = (amounts: readonly (number | null | undefined)[]): number | undefined => {
  const known = amounts.filter((amount) => amount !== null && amount !== undefined)
  return known.length > 0 ? known.reduce((sum, amount) => sum + amount, 0) : undefined
}

/** Sums rows by EIN, row by row, in the format and expected order of responses. */
function toItems(rows: readonly PaidRow[], einOf: (row: PaidRow) => string) {
  const items = [...groupBy(rows, einOf)].map(([ein, own]) => {
    const [Amount, years] = [sumOf(own.map(({ amount }) => amount)), own.map(({ year }) => year)]
    return {
      ...{ EIN: Number(ein), GrantCount: own.length, ...(Amount !== undefined && { Amount }) },
      ...{ EarliestYear: Math.min(...years), LatestYear: Math.max(...years) },
      Categories: expect.arrayContaining(own.map(({ category }) => category)),
    }
  })
  const amountOf = ({ Amount = Number.NEGATIVE_INFINITY }: { Amount?: number }) => Amount
  // Both are infinite if both amounts are unknown.
  return items.sort((a, b) => amountOf(b) - amountOf(a) || 0 || a.EIN - b.EIN)
}

describe('the sums of the demo', () => {
  let rows: PaidRow[]
  beforeAll(async () => {
    rows = await world.postgres.query<PaidRow>(ROWS)
    expect(rows.length, 'there is money to add up').toBeGreaterThan(50)
  })

  const isGrant = ({ category }: PaidRow) =>
    (GRANT_CATEGORIES as readonly string[]).includes(category)
  const kinds = [
    ['grants', '', isGrant],
    ['all that is paid', '&AllCategories=true', () => true],
    ['later grants', '&MinYear=2022', (row: PaidRow) => isGrant(row) && row.year >= 2022],
  ] as const

  /** Reads the list of one side, with its number of rows. */
  async function readSide(ein: string, side: 'grantees' | 'funders', query: string) {
    const answer = await world.read(`/api/v2/charity/${ein}/${side}?Limit=200${query}`)
    if (side === 'funders') {
      const { Funders: listed, FunderCount: count, ...rest } = funderList.parse(answer)
      return { listed, count, ...rest }
    }
    const { Grantees: listed, GranteeCount: count, ...rest } = granteeList.parse(answer)
    return { listed, count, ...rest }
  }

  test.each(kinds)('both sides of %s are the sums of filed rows', async (_, query, isWanted) => {
    // Others have no lists.
    const filers = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
    const parties = new Set(rows.flatMap(({ funder, recipient }) => [funder, recipient]))
    for (const { ein } of filers.filter((filer) => parties.has(filer.ein))) {
      for (const side of ['grantees', 'funders'] as const) {
        const [own, other] =
          side === 'grantees'
            ? (['funder', 'recipient'] as const)
            : (['recipient', 'funder'] as const)
        const items = toItems(
          rows.filter((row) => row[own] === ein && isWanted(row)),
          (row) => row[other],
        )
        const { listed, count, Truncated, TotalAmount } = await readSide(ein, side, query)
        expect(listed, `${side} of ${ein}`).toMatchObject(items.slice(0, 200))
        expect([listed.length, count]).toEqual([Math.min(items.length, 200), items.length])
        expect(Truncated).toBe(items.length > 200)
        expect(TotalAmount).toBe(sumOf(items.map(({ Amount }) => Amount)))
      }
    }
  })

  test.each(kinds)(
    'funders of cohorts by %s are the sums of filed rows',
    async (_, query, isWanted) => {
      const recipients = [...new Set(rows.map(({ recipient }) => recipient))].sort()
      for (let at = 0; at < recipients.length; at += 25) {
        const cohort = recipients.slice(at, at + 25)
        const own = rows.filter((row) => isWanted(row) && cohort.includes(row.recipient))
        const items = toItems(own, ({ funder }) => funder)
        const url = `/api/v2/funders/for-cohort?EINs=${cohort.join(',')}&Limit=200${query}`
        const { Funders, FunderCount, TotalAmount } = cohortFunderList.parse(await world.read(url))
        const byEin = (one: { EIN: number }, other: { EIN: number }) => one.EIN - other.EIN
        expect(Funders.toSorted(byEin)).toMatchObject(items.toSorted(byEin))
        expect(FunderCount).toBe(items.length)
        expect(TotalAmount).toBe(sumOf(items.map(({ Amount }) => Amount)))
        for (const { EIN, RecipientCount } of Funders) {
          const reached = own.filter(({ funder }) => Number(funder) === EIN)
          expect(RecipientCount).toBe(new Set(reached.map(({ recipient }) => recipient)).size)
        }
        const reach = Funders.map(({ RecipientCount = 0 }) => RecipientCount)
        expect(reach).toEqual(reach.toSorted((one, other) => other - one))
      }
    },
  )
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
