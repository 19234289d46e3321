import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cohortFunderList,
  type Funder,
  funderList,
  granteeList,
} from '#src/api/a/counterparties.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import type { PaidRow } from './money-oracle.ts'
import type { MoneyWorld } from './money-world.ts'

/** What a funder gave a recipient, summed here row by row. */
type Sum = { amount: number | null; count: number; years: number[]; categories: Set<string> }

const GRANTS: readonly string[] = GRANT_CATEGORIES

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
  }, 300_000)
  afterAll(() => world?.close())

  const kinds = [
    ['grants', '', (row: PaidRow) => GRANTS.includes(row.category)],
    ['all that is paid', '&AllCategories=true', () => true],
    [
      'later grants',
      '&MinYear=2022',
      (row: PaidRow) => GRANTS.includes(row.category) && row.year >= 2022,
    ],
  ] as const

  test('there is money to add up', () => {
    expect(rows.length).toBeGreaterThan(50)
  })

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
      if (!Truncated) expect(toSum(Grantees)).toBe(TotalAmount)
    }
  })

  test('funders and grantees are symmetric, with the same amounts', async () => {
    const given = new Map<string, number | undefined>()
    const received = new Map<string, number | undefined>()
    // Only complete lists: another list may omit a pair.
    const wholeGivers = new Set<string>()
    const wholeTakers = new Set<string>()
    for (const ein of await filersOf(world, rows)) {
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
    for (const pair of shared) expect([pair, given.get(pair)]).toEqual([pair, received.get(pair)])
    for (const pair of shared) expect(given.has(pair) && received.has(pair), pair).toBe(true)
    expect(shared.length).toBeGreaterThan(0)
  })

  test.each(kinds)(
    'funders of cohorts by %s are the sums of filed rows',
    async (_, query, isWanted) => {
      const recipients = [...new Set(rows.map(({ recipient }) => recipient))].sort()
      for (let at = 0; at < recipients.length; at += 25) {
        const cohort = recipients.slice(at, at + 25)
        const own = rows.filter((row) => isWanted(row) && cohort.includes(row.recipient))
        const sums = sumBy(own, ({ funder }) => funder)
        const url = `/api/v2/funders/for-cohort?EINs=${cohort.join(',')}&Limit=200${query}`
        const { Funders, FunderCount, TotalAmount } = cohortFunderList.parse(await world.read(url))
        const byEin = (one: { EIN: number }, other: { EIN: number }) => one.EIN - other.EIN
        expect(Funders.toSorted(byEin)).toMatchObject(toItems(sums).toSorted(byEin))
        expect(FunderCount).toBe(sums.size)
        expect(TotalAmount).toBe(toSum(toItems(sums)))
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

function note(
  pairs: Map<string, number | undefined>,
  parties: readonly Funder[],
  pairOf: (ein: number) => string,
): void {
  for (const { EIN, Amount } of parties) pairs.set(pairOf(EIN), Amount)
}

/** Returns the organizations that gave or received, and filed; others have no lists. */
async function filersOf(world: MoneyWorld, rows: readonly PaidRow[]): Promise<string[]> {
  const filers = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
  const parties = new Set(rows.flatMap(({ funder, recipient }) => [funder, recipient]))
  return filers.map(({ ein }) => ein).filter((ein) => parties.has(ein))
}
