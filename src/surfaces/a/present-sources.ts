import type { Freshness, LoadedSource, Source } from '../../sources/source.ts'
import type { SourceListAnswer } from './sources-schema.ts'

/** A's list of sources, with how fresh the store is. */
export const presentSources = (
  sources: readonly Source[],
  { release, releasedAt, medianLagMonths, lagOf = 0 }: Freshness,
): SourceListAnswer => ({
  Release: release,
  ReleasedAt: releasedAt,
  FilingLag:
    medianLagMonths === undefined ? undefined : { MedianMonths: medianLagMonths, Returns: lagOf },
  Sources: sources.map(presentSource),
})

const presentSource = (source: Source): SourceListAnswer['Sources'][number] => ({
  Key: source.key,
  Title: source.title,
  Publisher: source.publisher,
  URL: source.url,
  Gives: source.gives,
  Lag: source.lag,
  ...(source.loaded ? { Loaded: presentLoaded(source.loaded) } : { NotLoaded: true as const }),
})

const presentLoaded = (loaded: LoadedSource) => ({
  LastLoadedAt: loaded.lastLoadedAt,
  AsOf: loaded.asOf,
  Files: loaded.files,
  Rows: loaded.rows,
  RowsOfNewest: loaded.newestRows,
  RejectedRows: loaded.rejected,
  NewestReceived: loaded.newestReceived,
  NewestTaxPeriodEnd: loaded.newestTaxPeriodEnd,
  TaxYears: loaded.taxYears && { First: loaded.taxYears.first, Last: loaded.taxYears.last },
  Fictional: loaded.fictional,
  Unfinished: loaded.isUnfinished,
})
