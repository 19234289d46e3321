import type { Postgres } from '../platform/clients/postgres.ts'

export type SourcesDeps = { postgres: Postgres }

/** The kinds of source, as the API names them. */
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

/** A source, whether or not it is loaded. */
export type SourceFacts = {
  key: SourceKey
  title: string
  publisher: string
  /** The official page; organizations' own websites have none. */
  url?: string
  /** What the service reads from it, in a sentence. */
  gives: string
  /** How late it is, in a sentence. */
  lag: string
}

/** The loaded data of a source; unknown facts are absent. */
export type LoadedSource = {
  /** When a load last finished a file of it (or a website was last read), as ISO time. */
  lastLoadedAt?: string
  /** Newest month of its files, YYYY-MM. */
  asOf?: string
  /** Loaded files: archives, single returns, tables (each table in a zip counts). */
  files?: number
  /** Rows or returns kept from all files; duplicates in two files count twice. */
  rows?: number
  /** Rows of the newest month (`asOf`); many sources publish everything again each month. */
  newestRows?: number
  /** Rows or returns that could not be read. */
  rejected?: number
  /** Day the newest filing was received. */
  newestReceived?: string
  newestTaxPeriodEnd?: string
  taxYears?: { first: number; last: number }
  /** Whether all or some of it is fictional, such as the demo. */
  fictional?: 'All' | 'Some'
  /** A load is running or was interrupted. */
  isUnfinished?: true
}

export type Source = SourceFacts & { loaded?: LoadedSource }

/** How fresh the store is; unknown facts are absent. */
export type Freshness = {
  /** The newest release of the store, and when it was minted, as ISO time. */
  release?: string
  releasedAt?: string
  /** Day the newest e-filed return was received, YYYY-MM-DD. */
  newestReceived?: string
  /** Latest end of a tax period among e-filed returns, YYYY-MM-DD. */
  newestTaxPeriodEnd?: string
  /** Median of whole months from period end to receipt, over the returns received last. */
  medianLagMonths?: number
  /** Number of returns the median is computed from. */
  lagOf?: number
  /** Whether all or some organizations of the store are fictional. */
  fictional?: 'All' | 'Some'
}
