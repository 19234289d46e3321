import type { SectorFigure, SectorRatio, SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { isExact } from '#src/domain/exact-numbers.ts'
import { SECTOR_RATIO_KEYS } from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS } from '#src/figures/sets.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { latestComplete, toCompleteness } from '#src/sector/front.ts'
import { LATEST_FIGURES, YEARS } from './years-sql.ts'

type Counts = {
  filings: number
  summed: number
  groupReturnsLeftOut: number
  shortYearsLeftOut: number
  filers: number
  returning: number
  latest: number
  firstYear: number
  lastYear: number
}
type YearRow = Counts & { taxYear: number | null } & Record<string, number | null>

export type SectorYears = Pick<StatsBody, 'latestReturns' | 'overview'> & {
  /** Oldest first. */
  years: SectorYearBody[]
}

/** Sums all current 990 returns by tax year, and each organization's latest one. */
export async function readYears(session: Pick<Session, 'query'>): Promise<SectorYears> {
  const rows = await session.query<YearRow>(YEARS)
  const whole = rows.find(({ taxYear }) => taxYear === null)
  const years = toYears(rows.filter(isOfYear))
  if (!whole || years.length === 0) return { years: [] }
  const complete = latestComplete(years)
  return {
    years,
    latestReturns: toLatestReturns(whole),
    overview: {
      organizations: whole.latest,
      filings: whole.filings,
      ...(complete !== undefined && { latestCompleteYear: complete }),
    },
  }
}

type OfYear = YearRow & { taxYear: number }
const isOfYear = (row: YearRow): row is OfYear => row.taxYear !== null

function toYears(rows: OfYear[]): SectorYearBody[] {
  const complete = toCompleteness(rows)
  return rows.map((row) => ({
    taxYear: row.taxYear,
    organizations: row.summed,
    filings: row.filings,
    groupReturnsLeftOut: row.groupReturnsLeftOut,
    shortYearsLeftOut: row.shortYearsLeftOut,
    ...complete.get(row.taxYear),
    figures: Object.fromEntries(
      SECTOR_FIGURE_KEYS.flatMap((key) => entryOf(key, toFigure(row, key))),
    ),
    ratios: Object.fromEntries(SECTOR_RATIO_KEYS.flatMap((key) => entryOf(key, toRatio(row, key)))),
  }))
}

const entryOf = <Value>(key: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[key, value]]

/** Returns undefined if no return reports the figure, or if its sum is too large to be exact. */
function toFigure(row: YearRow, key: string): SectorFigure | undefined {
  const sum = row[`${key}:sum`] ?? undefined
  return sum === undefined || !isExact(sum)
    ? undefined
    : { sum, filings: row[`${key}:filings`] ?? 0 }
}

function toRatio(row: YearRow, key: string): SectorRatio | undefined {
  const numerator = row[`${key}:numerator`] ?? undefined
  const denominator = row[`${key}:denominator`] ?? undefined
  // A share of nothing or of a loss is undefined.
  if (numerator === undefined || denominator === undefined || denominator <= 0) return undefined
  if (!isExact(numerator) || !isExact(denominator)) return undefined
  return { numerator, denominator, filings: row[`${key}:filings`] ?? 0 }
}

function toLatestReturns(row: YearRow): NonNullable<StatsBody['latestReturns']> {
  const figures = LATEST_FIGURES.flatMap((key) => entryOf(key, toFigure(row, `latest:${key}`)))
  return {
    organizations: row.latest,
    firstYear: row.firstYear,
    lastYear: row.lastYear,
    ...Object.fromEntries(figures),
  }
}
