import { beforeAll, expect, test } from 'vitest'
import { cohortFunderList, funderList, granteeList } from '#src/api/a/counterparties.ts'
import { groupBy } from '#src/domain/es2024.ts'
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
}
