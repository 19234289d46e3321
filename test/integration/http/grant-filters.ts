import { expect } from 'vitest'
import { type GrantList, grantList } from '#src/api/a/grants/schema.ts'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'

export type Grant = GrantList['Grants'][number]

/** Returns the body of a response, which must be 200. */
type Read = (url: string) => Promise<unknown>
type Case = [query: string, isWanted: (grant: Grant) => boolean]

/** Returns all pages of a listing, with its totals from the first page. */
export async function walkGrants(read: Read, ein: string, query: string) {
  const grants: Grant[] = []
  let first: GrantList | undefined
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const url = `/api/v2/charity/${ein}/grants?${query}&Limit=200${cursor && `&Cursor=${cursor}`}`
    const page = grantList.parse(await read(url))
    first ??= page
    grants.push(...page.Grants)
    cursor = page.NextCursor
  }
  if (!first) throw new Error('The walk returned no page.')
  return { grants, RowCount: first.RowCount, Unresolved: first.UnresolvedCount, ...first.Totals }
}

/**
 * Compares every filter of an organization's listing with the unfiltered rows, and its totals with
 * sums made here; returns the unfiltered rows.
 */
export async function proveFilters(read: Read, ein: string): Promise<Grant[]> {
  const { grants: all } = await walkGrants(read, ein, 'AllCategories=true')
  for (const [query, isWanted] of casesOf(all)) {
    const found = await walkGrants(read, ein, query)
    const wanted = all.filter(isWanted)
    expect(found, `${ein} ${query}`).toEqual({
      grants: wanted,
      RowCount: wanted.length,
      Unresolved: wanted.filter(({ MatchMethod }) => MatchMethod === 'Unresolved').length,
      ...totalOf('Incoming', wanted, query),
      ...totalOf('Outgoing', wanted, query),
    })
  }
  return all
}

const isGrant = ({ Category }: Grant) => ['ScheduleI', 'FoundationPaid'].includes(Category)
const otherOf = ({ Direction, Funder, Recipient }: Grant) =>
  Direction === 'Incoming' ? Funder.EIN : Recipient.EIN
const isSure = (least: number) => (grant: Grant) =>
  MATCH_CONFIDENCES.indexOf(grant.MatchConfidence) >= least

/** Filters with their meaning, at values in the rows and next to them. */
function casesOf(all: readonly Grant[]): Case[] {
  const middle = all[Math.floor(all.length / 2)]
  const { TaxYear: year = 2020, Amount: amount = 1_000 } = middle ?? {}
  const one = all.map(otherOf).find((ein) => ein !== undefined) ?? '979999999'
  const isMost = ({ Amount = -1 }: Grant) => Amount >= amount
  return [
    ['', isGrant],
    ['AllCategories=true', () => true],
    ['AllCategories=true&Direction=Incoming', ({ Direction }) => Direction === 'Incoming'],
    ['Direction=Outgoing', (grant) => isGrant(grant) && grant.Direction === 'Outgoing'],
    ...[...new Set(all.map(({ Category }) => Category))].map(
      (category): Case => [`Category=${category}`, ({ Category }) => Category === category],
    ),
    [
      'Category=Contractor,ScheduleI,FoundationApproved',
      ({ Category }) => ['Contractor', 'ScheduleI', 'FoundationApproved'].includes(Category),
    ],
    [`AllCategories=true&MinYear=${year}`, ({ TaxYear }) => TaxYear >= year],
    [`AllCategories=true&MaxYear=${year}`, ({ TaxYear }) => TaxYear <= year],
    [`MinYear=${year}&MaxYear=${year}`, (row) => isGrant(row) && row.TaxYear === year],
    ...[amount, amount - 1, amount + 1, 0]
      .filter((least) => least >= 0)
      .map(
        (least): Case => [
          `AllCategories=true&MinAmount=${least}`,
          ({ Amount }) => Amount !== undefined && Amount >= least,
        ],
      ),
    [`AllCategories=true&Counterparty=${one}`, (grant) => otherOf(grant) === one],
    ['AllCategories=true&Counterparty=979999998', () => false],
    ...MATCH_CONFIDENCES.map(
      (match, least): Case => [`AllCategories=true&Match=${match}`, isSure(least)],
    ),
    [
      `Match=Weak&MaxYear=${year}&MinAmount=${amount}&Direction=Outgoing`,
      (grant) =>
        isGrant(grant) &&
        isSure(1)(grant) &&
        grant.TaxYear <= year &&
        isMost(grant) &&
        grant.Direction === 'Outgoing',
    ],
  ]
}

/**
 * The totals for the rows of a direction: requested grants in one sum, each other category in its
 * own, and uncounted rows apart.
 */
function totalOf(direction: Grant['Direction'], rows: readonly Grant[], query: string) {
  const own = rows.filter(({ Direction }) => Direction === direction)
  if (own.length === 0) return {}
  const grants = own.filter(isGrant)
  const Other = ['ScheduleF', 'RelatedTransfer', 'Contractor', 'FoundationApproved'].flatMap(
    (Category) => {
      const of = own.filter((row) => row.Category === Category)
      const apart = of.filter(({ NotCounted }) => NotCounted)
      const rows = of.filter(({ NotCounted }) => !NotCounted)
      const counted = { ...rowsOf(rows), ...(direction === 'Outgoing' && identifiedOf(rows)) }
      const total = { Category, ...counted, ...(apart.length > 0 && { NotCounted: rowsOf(apart) }) }
      return of.length > 0 ? [total] : []
    },
  )
  const asksForGrants = !query.includes('Category=') || /ScheduleI|FoundationPaid/.test(query)
  const total = asksForGrants && {
    GrantCount: grants.length,
    ...amountOf(grants),
    ...(direction === 'Outgoing' && identifiedOf(grants)),
  }
  return { [direction]: { ...total, ...(Other.length > 0 && { Other }) } }
}

/** The part of the money given whose recipient has an EIN. */
function identifiedOf(grants: readonly Grant[]) {
  const { TotalAmount: given } = amountOf(grants) || {}
  if (given === undefined) return {}
  const found = grants.filter(({ Recipient }) => Recipient.EIN !== undefined)
  const { TotalAmount: part = found.length > 0 ? undefined : 0 } = amountOf(found) || {}
  if (part === undefined) return {}
  const isShare = given > 0 && part >= 0 && part <= given
  return {
    IdentifiedAmount: part,
    ...(isShare && { IdentifiedShare: Math.floor((part / given) * 10_000) / 10_000 }),
  }
}

const rowsOf = (rows: readonly Grant[]) => ({ RowCount: rows.length, ...amountOf(rows) })

function amountOf(rows: readonly Grant[]) {
  const filed = rows.flatMap(({ Amount }) => Amount ?? [])
  return filed.length > 0 && { TotalAmount: filed.reduce((sum, one) => sum + one, 0) }
}
