/** The kinds of source the service can read, as its answers name them. */
export const SOURCE_KEYS = [
  'EFile',
  'EFileIndex',
  'Postcards',
  'BusinessMasterFile',
  'Publication78',
  'Revocations',
  'OFAC',
  'SAMExclusions',
  'Awards',
  'Subawards',
  'Audits',
  'Websites',
] as const
export type SourceKey = (typeof SOURCE_KEYS)[number]

/** A source, whether or not anything of it is loaded. */
export type SourceFacts = {
  key: SourceKey
  title: string
  publisher: string
  /** The official page; undefined where there is none, as for the organizations' own websites. */
  url?: string
  /** What the service takes from it, in a sentence. */
  gives: string
  /** How far it trails what happens, in a sentence. */
  lag: string
}

/** What is loaded of a source; what cannot be known of it is absent. */
export type LoadedSource = {
  /** When a load last finished a file of it (or a website was last read), as ISO time. */
  lastLoadedAt?: string
  /** Newest month of its files, YYYY-MM. */
  asOf?: string
  /** Files that were loaded: archives, single returns, tables (each of a zip's for itself). */
  files?: number
  /**
   * Rows or returns read and kept, over all files: what came in two files counts in each. Absent
   * where it is not counted.
   */
  rows?: number
  /** Those of the files of the newest month (`asOf`); many sources are published whole each month. */
  newestRows?: number
  /** Rows or returns that could not be read. */
  rejected?: number
  /** Day the newest filing was received. */
  newestReceived?: string
  newestTaxPeriodEnd?: string
  taxYears?: { first: number; last: number }
  /** Whether fictional data, such as the demo's, is all of it or some. */
  fictional?: 'All' | 'Some'
  /** A load of it was broken off or goes on. */
  isUnfinished?: true
}

export type Source = SourceFacts & { loaded?: LoadedSource }

/** How fresh the store is; what is not known is absent. */
export type Freshness = {
  /** The newest release of the store, and when it was minted, as ISO time. */
  release?: string
  releasedAt?: string
  /** Day the newest e-filed return was received, YYYY-MM-DD. */
  newestReceived?: string
  /** Latest end of a tax period among e-filed returns, YYYY-MM-DD. */
  newestTaxPeriodEnd?: string
  /** Median of whole months from period end to receipt, of the e-filed returns received last. */
  medianLagMonths?: number
  /** Of how many returns that median is. */
  lagOf?: number
  /** Whether the organizations of the store are fictional, all of them or some. */
  fictional?: 'All' | 'Some'
}
