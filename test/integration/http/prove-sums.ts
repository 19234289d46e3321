import { beforeAll, expect, test } from 'vitest'
import {
  cohortFunderList,
  type Funder,
  funderList,
  granteeList,
} from '#src/api/a/counterparties.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { MoneyWorld } from './money-world.ts'

/** A row of money given, its recipient, and the amount as filed. */
export type PaidRow = {
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
    e.amount, coalesce(f.source_member, f.source_archive) as file, e.path
  from filed_edge e
  join filing f using (object_id)
  join money_edge m using (object_id, ordinal)
  where f.is_current and m.recipient_ein is not null and e.category <> 'FoundationApproved'
    and not (e.category = 'RelatedTransfer' and (
      e.purpose like '%Loan%' or e.purpose like '%Gift%' and exists (
        select from filed_edge i
        where i.object_id = e.object_id and i.category = 'ScheduleI'
          and (i.ein = e.ein or lower(i.name) = lower(e.name)))))`

/** Returns rows of current filings whose recipient is resolved, with the stored amounts. */
export const readPaidRows = (db: Postgres) =>
  db.query<PaidRow & { file: string; path: string }>(ROWS)

/** What a funder gave a recipient, summed here row by row. */
type Sum = { amount: number | null; count: number; years: number[]; categories: Set<string> }

function sumBy(rows: readonly PaidRow[], keyOf: (row: PaidRow) => string): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { amount: null, count: 0, years: [], categories: new Set() }
    if (row.amount !== null) sum.amount = (sum.amount ?? 0) + row.amount
    sum.count += 1
    sum.years.push(row.year)
    sum.categories.add(row.category)
    sums.set(key, sum)
  }
  return sums
}

/** In the format and expected order of responses. */
const toItems = (sums: Map<string, Sum>) =>
  [...sums]
    .sort(
      ([ein, one], [otherEin, other]) =>
        (other.amount ?? Number.NEGATIVE_INFINITY) - (one.amount ?? Number.NEGATIVE_INFINITY) ||
        (ein < otherEin ? -1 : 1),
    )
    .map(([ein, { amount, count, years, categories }]) => ({
      EIN: Number(ein),
      ...(amount !== null && { Amount: amount }),
      GrantCount: count,
      EarliestYear: Math.min(...years),
      LatestYear: Math.max(...years),
      Categories: expect.arrayContaining([...categories]),
    }))

const toSum = (items: readonly { Amount?: number | undefined }[]): number | undefined =>
  items.reduce<number | undefined>(
    (sum, { Amount }) => (Amount === undefined ? sum : (sum ?? 0) + Amount),
    undefined,
  )

/** Tests that every money view of the organizations adds up to the rows of the oracle. */
export function proveSums(open: () => Promise<{ world: MoneyWorld; rows: PaidRow[] }>) {
  let world: MoneyWorld
  let rows: PaidRow[]
  beforeAll(async () => {
    ;({ world, rows } = await open())
    expect(rows.length, 'there is money to add up').toBeGreaterThan(50)
  })

  const isGrant = ({ category }: PaidRow) =>
    (GRANT_CATEGORIES as readonly string[]).includes(category)
  const kinds = [
    ['grants', '', isGrant],
    ['all that is paid', '&AllCategories=true', () => true],
    ['later grants', '&MinYear=2022', (row: PaidRow) => isGrant(row) && row.year >= 2022],
  ] as const

  test.each(kinds)('grantees of %s are the sums of filed rows', async (_, query, isWanted) => {
    const wanted = rows.filter(isWanted)
    for (const funder of new Set(rows.map((row) => row.funder))) {
      const own = wanted.filter((row) => row.funder === funder)
      const items = toItems(sumBy(own, ({ recipient }) => recipient))
      const answer = await world.read(`/api/v2/charity/${funder}/grantees?Limit=200${query}`)
      const { Grantees, GranteeCount, Truncated, TotalAmount } = granteeList.parse(answer)
      expect(Grantees).toMatchObject(items.slice(0, 200))
      expect(Grantees).toHaveLength(Math.min(items.length, 200))
      expect(GranteeCount).toBe(items.length)
      expect(Truncated).toBe(items.length > 200)
      expect(TotalAmount).toBe(toSum(items))
    }
  })

  test('funders and grantees are symmetric, with the same amounts', async () => {
    const given = new Map<string, number | undefined>()
    const received = new Map<string, number | undefined>()
    // Only complete lists: another list may omit a pair.
    const wholeGivers = new Set<string>()
    const wholeTakers = new Set<string>()
    const note = (
      pairs: typeof given,
      list: readonly Funder[],
      pairOf: (ein: number) => string,
    ) => {
      for (const { EIN, Amount } of list) pairs.set(pairOf(EIN), Amount)
    }
    // Organizations that gave or received, and filed; others have no lists.
    const filers = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
    const parties = new Set(rows.flatMap(({ funder, recipient }) => [funder, recipient]))
    for (const { ein } of filers.filter((filer) => parties.has(filer.ein))) {
      const own = String(Number(ein))
      const url = (list: string) => `/api/v2/charity/${ein}/${list}?Limit=200&AllCategories=true`
      const grantees = granteeList.parse(await world.read(url('grantees')))
      const funders = funderList.parse(await world.read(url('funders')))
      note(given, grantees.Grantees, (other) => `${own} ${other}`)
      note(received, funders.Funders, (other) => `${other} ${own}`)
      if (!grantees.Truncated) wholeGivers.add(own)
      if (!funders.Truncated) wholeTakers.add(own)
    }
    const shared = [...new Set([...given.keys(), ...received.keys()])].filter((pair) => {
      const [giver = '', taker = ''] = pair.split(' ')
      return wholeGivers.has(giver) && wholeTakers.has(taker)
    })
    expect(shared.length).toBeGreaterThan(0)
    for (const pair of shared) {
      expect([pair, given.get(pair)]).toEqual([pair, received.get(pair)])
      expect(given.has(pair) && received.has(pair), pair).toBe(true)
    }
  })

  test.each(kinds)(
    'funders of cohorts by %s are the sums of filed rows',
    async (_, query, isWanted) => {
      const recipients = [...new Set(rows.map(({ recipient }) => recipient))].sort()
      for (let at = 0; at < recipients.length; at += 25) {
        const cohort = recipients.slice(at, at + 25)
        const own = rows.filter((row) => isWanted(row) && cohort.includes(row.recipient))
        const items = toItems(sumBy(own, ({ funder }) => funder))
        const url = `/api/v2/funders/for-cohort?EINs=${cohort.join(',')}&Limit=200${query}`
        const { Funders, FunderCount, TotalAmount } = cohortFunderList.parse(await world.read(url))
        const byEin = (one: { EIN: number }, other: { EIN: number }) => one.EIN - other.EIN
        expect(Funders.toSorted(byEin)).toMatchObject(items.toSorted(byEin))
        expect(FunderCount).toBe(items.length)
        expect(TotalAmount).toBe(toSum(items))
        for (const { EIN, RecipientCount } of Funders) {
          const reached = own.filter(({ funder }) => Number(funder) === EIN)
          expect(RecipientCount).toBe(new Set(reached.map(({ recipient }) => recipient)).size)
        }
        const reach = Funders.map(({ RecipientCount = 0 }) => RecipientCount)
        expect(reach).toEqual(reach.toSorted((one, other) => other - one))
      }
    },
  )
}
