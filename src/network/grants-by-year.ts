import { type Citable, citeNumber } from '../domain/cite.ts'
import { groupBy } from '../domain/es2024.ts'
import { exactOrNull, sumExactly } from '../domain/exact-numbers.ts'
import type { FactKey } from '../domain/facts/definitions.ts'
import { knownFields } from '../domain/known-fields.ts'
import type { MatchConfidence } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Direction } from './direction.ts'
import { shareOf } from './identified.ts'
import { type Party, toFiler, toParty } from './party.ts'
import { requireFiler } from './require-filer.ts'
import {
  type ByYearWanted,
  type PartyByYearRow,
  readGrantsByYearOf,
  readReturns,
  type YearSumRow,
} from './store/read-grants-by-year.ts'
import { refsOf } from './store/shared-sql.ts'

export { type ByYearWanted, YEAR_SORTS, type YearSort } from './store/read-grants-by-year.ts'

/** The grants of one counterparty in one year, or in several. */
export type GrantSum = {
  /** Dollars; undefined when no row files an amount, or the sum is too large to be exact. */
  amount?: number
  grants: number
  /** Refs of the rows, largest amount first; of many rows only the first. */
  refs: string[]
}

/** A counterparty, and its grants by tax year. */
export type PartyByYear = Party & {
  /** Distinguishes it from the others: its EIN, or its name and place as they are compared. */
  key: string
  total?: number
  grants: number
  earliestYear: number
  latestYear: number
  /** Of the least certain grant; `None` when no organization was found. */
  matchConfidence: MatchConfidence
  /** Newest first. */
  years: (GrantSum & { taxYear: number })[]
}

/** A filed total with the Refs of its lines: more than one if two returns cover the tax year. */
type Reported = { value: number; refs: string[] }

/** All grants of one tax year, and what the organization's own returns report for it. */
export type GrantYear = {
  taxYear: number
  /** Rows of returns, how many returns contain them, and how many rows have no organization. */
  rows: number
  returns: number
  unidentifiedRows: number
  amount?: number
  /** The part of `amount` whose counterparty was found. */
  identified?: number
  /** The part of `identified` whose match is weak. */
  weak?: number
  /** Outgoing: the grants paid. Incoming: the contributions received. */
  reported?: Reported
  /** `identified` as a share of the grants paid, 0 to 1; only for Outgoing. */
  share?: number
}

export type GrantsByYear = {
  direction: Direction
  /** Newest first; includes years for which only a total is reported. */
  years: GrantYear[]
  parties: PartyByYear[]
  /** Counterparties that match the filter. */
  count: number
  /** All counterparties, and how many of them were not found. */
  all: number
  unidentified: number
  /** Changes when the grants of the organization change. */
  version: string
}

/**
 * Reads who an organization gave to, or received from, with one sum a tax year, from all current
 * returns. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readGrantsByYear(
  deps: ProfileDeps,
  ein: string,
  wanted: ByYearWanted,
): Promise<GrantsByYear> {
  const { direction } = wanted
  const [found, returns] = await deps.postgres.snapshot(async (session) => [
    await readGrantsByYearOf(session, ein, wanted),
    await readReturns(session, ein, REPORTED[direction]),
  ])
  if (!found.hasProfile) await requireFiler(deps, ein)
  const { count, all, unidentified, version } = found
  return {
    direction,
    years: toYears(direction, found.sums, returns),
    parties: found.parties.map((row) => toPartyByYear(direction, row)),
    count,
    all,
    unidentified,
    version: version ?? '',
  }
}

/** The line of a return that totals the grants; of several, the first that is filed. */
const REPORTED: Record<Direction, readonly FactKey[]> = {
  Outgoing: [
    // A foundation's list adds up to line 3a; the other columns follow other methods of accounting.
    'grantsPaidTotal',
    'grantsPaidCashBasis',
    // The total of Form 990 contains scholarships, which a university pays ten times as much of.
    'grantsToDomesticOrganizations',
    'grantsPaid',
  ],
  Incoming: ['contributions'],
}

/** Returns the sums of each year with the totals that returns report, newest first. */
export function toYears(
  direction: Direction,
  sums: readonly YearSumRow[],
  returns: readonly Citable[],
): GrantYear[] {
  const cited = returns.flatMap((filing) => {
    const [line] = REPORTED[direction].flatMap((key) => citeNumber(filing, key) ?? [])
    return line ? [{ ...line, taxYear: filing.taxYear }] : []
  })
  const reported = groupBy(cited, ({ taxYear }) => taxYear)
  const listed = new Map(sums.map((sum) => [sum.taxYear, sum]))
  // A year in which the return reports a total and lists nobody is the one to ask about.
  const unlisted = [...reported].flatMap(([year, lines]) =>
    direction === 'Outgoing' && lines.some(({ value }) => value > 0) ? [year] : [],
  )
  return [...new Set([...listed.keys(), ...unlisted])]
    .sort((a, b) => b - a)
    .map((taxYear) => toGrantYear(direction, taxYear, listed.get(taxYear), reported.get(taxYear)))
}

function toGrantYear(
  direction: Direction,
  taxYear: number,
  sum: YearSumRow | undefined,
  lines: readonly { value: number; ref: string }[] = [],
): GrantYear {
  const { rows = 0, returns = 0, unidentifiedRows = 0 } = sum ?? {}
  const identified = exactOrNull(sum?.identified ?? null)
  const value = lines.length > 0 ? sumExactly(lines.map((line) => line.value)) : undefined
  return knownFields({
    taxYear,
    rows,
    returns,
    unidentifiedRows,
    amount: exactOrNull(sum?.amount ?? null),
    identified,
    weak: exactOrNull(sum?.weak ?? null),
    reported: value === undefined ? undefined : { value, refs: lines.map(({ ref }) => ref) },
    share: direction === 'Outgoing' ? shareOf(identified ?? 0, value) : undefined,
  })
}

function toPartyByYear(direction: Direction, row: PartyByYearRow): PartyByYear {
  const party = direction === 'Incoming' ? toFiler(row) : toParty(row, row)
  const { key, grants, earliestYear, latestYear, matchConfidence } = row
  return knownFields({
    ...party,
    key,
    total: exactOrNull(row.total),
    grants,
    earliestYear,
    latestYear,
    matchConfidence,
    years: row.years.map(({ taxYear, amount, grants, rows }) =>
      knownFields({ taxYear, amount: exactOrNull(amount), grants, refs: refsOf(rows) }),
    ),
  })
}

/** More columns do not fit on a screen. */
const MAX_YEARS = 8

/** The columns of a table by year: the newest years, and whether older ones are summed. */
export function toYearColumns(years: readonly Pick<GrantYear, 'taxYear'>[]): {
  shown: number[]
  earlier: number[]
} {
  const all = years.map(({ taxYear }) => taxYear)
  return { shown: all.slice(0, MAX_YEARS), earlier: all.slice(MAX_YEARS) }
}

/** Returns the sum of some years of a counterparty; undefined if it has no grants in them. */
export function sumYears(
  { years }: Pick<PartyByYear, 'years'>,
  wanted: readonly number[],
): GrantSum | undefined {
  const found = years.filter(({ taxYear }) => wanted.includes(taxYear))
  if (found.length === 0) return undefined
  const filed = found.flatMap(({ amount }) => amount ?? [])
  return knownFields({
    amount: filed.length > 0 ? sumExactly(filed) : undefined,
    grants: found.reduce((sum, { grants }) => sum + grants, 0),
    refs: found.flatMap(({ refs }) => refs),
  })
}
