import { expect } from 'vitest'
import { type GrantList, grantList } from '#src/api/a/grants/schema.ts'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import { walkPages } from './answers-a.ts'

export type Grant = GrantList['Grants'][number]
/** Returns the body of a response, which must be 200. */
type Read = (url: string) => Promise<unknown>
type Case = [query: string, isWanted: (grant: Grant) => boolean]

/** Returns all pages of a listing, with its totals from the first page. */
export async function walkGrants(read: Read, ein: string, query: string) {
  const url = `/api/v2/charity/${ein}/grants?${query}&Limit=200`
  const pages: GrantList[] = []
  const readPage = async (asked: string) => {
    pages.push(grantList.parse(await read(asked)))
    return pages.at(-1)
  }
  const grants = await walkPages<Grant>(readPage, url, 'Grants')
  const [{ RowCount, UnresolvedCount, Totals }] = pages as [GrantList]
  return { grants, RowCount, Unresolved: UnresolvedCount, ...Totals }
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

/** Filters with their meaning, at values in the rows and next to them. */
function casesOf(all: readonly Grant[]): Case[] {
  const { TaxYear: year = 2020, Amount: amount = 1_000 } = all[Math.floor(all.length / 2)] ?? {}
  const one = all.map(otherOf).find((ein) => ein !== undefined) ?? '979999999'
  const isSure = (row: Grant, least: number) =>
    MATCH_CONFIDENCES.indexOf(row.MatchConfidence) >= least
  const isMost = ({ Amount = -1 }: Grant, least: number) => Amount >= least
  const isGiven = ({ Direction }: Grant) => Direction === 'Outgoing'
  const several = ['Contractor', 'ScheduleI', 'FoundationApproved']
  const every: Case[] = [
    ['', () => true],
    ['Direction=Incoming', (row) => !isGiven(row)],
    [`MinYear=${year}`, ({ TaxYear }) => TaxYear >= year],
    [`MaxYear=${year}`, ({ TaxYear }) => TaxYear <= year],
    [`Counterparty=${one}`, (row) => otherOf(row) === one],
    ['Counterparty=979999998', () => false],
    ...[amount, amount - 1, amount + 1, 0]
      .filter((least) => least >= 0)
      .map((least): Case => [`MinAmount=${least}`, (row) => isMost(row, least)]),
    ...MATCH_CONFIDENCES.map((match, at): Case => [`Match=${match}`, (row) => isSure(row, at)]),
  ]
  return [
    ...every.map(([query, isWanted]): Case => [`AllCategories=true&${query}`, isWanted]),
    ['', isGrant],
    ['Direction=Outgoing', (row) => isGrant(row) && isGiven(row)],
    ...[...new Set(all.map(({ Category }) => Category))].map(
      (category): Case => [`Category=${category}`, ({ Category }) => Category === category],
    ),
    [`Category=${several}`, ({ Category }) => several.includes(Category)],
    [`MinYear=${year}&MaxYear=${year}`, (row) => isGrant(row) && row.TaxYear === year],
    [
      `Match=Weak&MaxYear=${year}&MinAmount=${amount}&Direction=Outgoing`,
      (row) =>
        isGrant(row) &&
        isSure(row, 1) &&
        row.TaxYear <= year &&
        isMost(row, amount) &&
        isGiven(row),
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
  const shares = (of: readonly Grant[]) => direction === 'Outgoing' && identifiedOf(of)
  const others = ['ScheduleF', 'RelatedTransfer', 'Contractor', 'FoundationApproved'] as const
  const Other = others.flatMap((Category) => {
    const of = own.filter((row) => row.Category === Category)
    const apart = of.filter(({ NotCounted }) => NotCounted)
    const rows = of.filter(({ NotCounted }) => !NotCounted)
    const counted = { ...rowsOf(rows), ...shares(rows) }
    const total = { Category, ...counted, ...(apart.length > 0 && { NotCounted: rowsOf(apart) }) }
    return of.length > 0 ? [total] : []
  })
  const grants = own.filter(isGrant)
  const asksForGrants = !query.includes('Category=') || /ScheduleI|FoundationPaid/.test(query)
  const total = { GrantCount: grants.length, ...amountOf(grants), ...shares(grants) }
  return { [direction]: { ...(asksForGrants && total), ...(Other.length > 0 && { Other }) } }
}

/** The part of the money given whose recipient has an EIN. */
function identifiedOf(grants: readonly Grant[]) {
  const { TotalAmount: given } = amountOf(grants) || {}
  if (given === undefined) return {}
  const found = grants.filter(({ Recipient }) => Recipient.EIN !== undefined)
  const { TotalAmount: part = found.length > 0 ? undefined : 0 } = amountOf(found) || {}
  if (part === undefined) return {}
  const isShare = given > 0 && part >= 0 && part <= given
  const IdentifiedShare = Math.floor((part / given) * 10_000) / 10_000
  return { IdentifiedAmount: part, ...(isShare && { IdentifiedShare }) }
}

const rowsOf = (rows: readonly Grant[]) => ({ RowCount: rows.length, ...amountOf(rows) })

function amountOf(rows: readonly Grant[]) {
  const filed = rows.flatMap(({ Amount }) => Amount ?? [])
  return filed.length > 0 && { TotalAmount: filed.reduce((sum, one) => sum + one, 0) }
}
