import type { Postgres } from '../platform/clients/postgres.ts'

export type SourcesDeps = { postgres: Postgres }

/** A source, whether or not it is loaded. */
type SourceFacts = {
  title: string
  publisher: string
  /** The official page; organizations' own websites have none. */
  url?: string
  /** What the service reads from it, in a sentence. */
  gives: string
  /** How late it is, in a sentence. */
  lag: string
  /** Kinds of file in table load_source; none if the source is not loaded from files. */
  kinds: readonly string[]
}

const IRS = 'Internal Revenue Service'
const EPOSTCARD = 'https://apps.irs.gov/pub/epostcard/'
const TREASURY = 'Office of Foreign Assets Control, U.S. Department of the Treasury'
const OFAC_FILES = ['ofac-party', 'ofac-alias', 'ofac-address', 'ofac-comment']

/**
 * Each source by its name in the API, as its publisher describes it. Lags are published, measured, or
 * described as unknown.
 */
const SOURCES = {
  EFile: {
    title: 'Form 990 series e-file returns (XML)',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives: 'All figures, names, and text from returns on Forms 990, 990-EZ, 990-PF, and 990-T.',
    lag: 'The IRS publishes returns six to twelve months after a fiscal year ends, or later. Paper returns are not included.',
    kinds: ['efile'],
  },
  EFileIndex: {
    title: 'Index of published e-file returns',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
    gives:
      "The IRS's list of published returns. It shows which returns this service has not loaded yet.",
    lag: 'Submission dates are one to two months later than the day of receipt. Some rows list the wrong archive or no archive.',
    kinds: ['index'],
  },
  Postcards: {
    title: 'Form 990-N e-Postcards',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-epostcard.zip`,
    gives: 'Names, addresses, and officers of small organizations that file only a postcard.',
    lag: 'Published monthly. A postcard has no date of receipt.',
    kinds: ['postcard'],
  },
  BusinessMasterFile: {
    title: 'Exempt Organizations Business Master File extract',
    publisher: IRS,
    url: 'https://www.irs.gov/charities-non-profits/exempt-organizations-business-master-file-extract-eo-bmf',
    gives: 'The registry: name, location, classification, subsection, ruling, and group exemption.',
    lag: 'Published monthly as a complete file.',
    kinds: ['bmf'],
  },
  Publication78: {
    title: 'Publication 78 data',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-pub78.zip`,
    gives:
      'Organizations that can receive tax-deductible contributions, and the limits on deductions.',
    lag: 'Published monthly.',
    kinds: ['pub78'],
  },
  Revocations: {
    title: 'Automatic revocation of exemption list',
    publisher: IRS,
    url: `${EPOSTCARD}data-download-revocation.zip`,
    gives:
      'Organizations that lost their exemption because they did not file, and those that were reinstated.',
    lag: 'Published monthly. A reinstatement often appears in the registry first.',
    kinds: ['revocation'],
  },
  OFAC: {
    title: 'OFAC sanctions lists (SDN and consolidated)',
    publisher: TREASURY,
    url: 'https://sanctionslistservice.ofac.treas.gov/',
    gives: 'Parties under sanctions. Organizations and officers are screened against these lists.',
    lag: 'OFAC updates the lists at irregular times. The data is as recent as the files that were loaded.',
    kinds: OFAC_FILES,
  },
  SAMExclusions: {
    title: 'SAM.gov exclusions list, public extract',
    publisher: 'U.S. General Services Administration',
    url: 'https://sam.gov/data-services',
    gives: 'Parties excluded from federal awards. Organizations are screened against this list.',
    lag: 'Published daily. The data is as recent as the extract that was loaded.',
    kinds: ['sam'],
  },
  Awards: {
    title: 'Federal awards: assistance and contracts',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/award_data_archive',
    gives: 'Awards from federal agencies to recipients, with the amount, purpose, and agency.',
    lag: 'How long the agencies take to publish the data is unknown. Recipients are identified by UEI, never by EIN.',
    kinds: ['award', 'award-transaction'],
  },
  Subawards: {
    title: 'Federal subawards',
    publisher: 'USAspending.gov, U.S. Department of the Treasury',
    url: 'https://www.usaspending.gov/download_center/custom_award_data',
    gives: 'Amounts that recipients of federal awards report passing on to others.',
    lag: 'The delay depends on when prime recipients report, so it is unknown.',
    kinds: ['subaward'],
  },
  Audits: {
    title: 'Single audits of federal award recipients',
    publisher: 'Federal Audit Clearinghouse, U.S. General Services Administration',
    url: 'https://www.fac.gov/data/',
    gives: 'The EIN for each unique entity identifier (UEI), which links awards to organizations.',
    lag: 'Audits since 2016, added as they are accepted. Only organizations that spend a lot of federal money are audited.',
    kinds: ['audit', 'audit-identifier'],
  },
  Websites: {
    title: "Organizations' own websites",
    publisher: 'Each organization',
    gives:
      'Description, social media accounts, and icon from the home page listed in the latest filing.',
    lag: 'Current as of the day each website was read. Websites are read only at the operator’s request.',
    kinds: [],
  },
} satisfies Record<string, SourceFacts>

export type SourceKey = keyof typeof SOURCES
/** The kinds of source, as the API names them. */
export const SOURCE_KEYS = Object.keys(SOURCES) as [SourceKey, ...SourceKey[]]
export const CATALOGUE: Readonly<Record<SourceKey, SourceFacts>> = SOURCES

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
  /** Entries of the newest month, without rows that complete an entry, such as other names. */
  entries?: number
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

export type Source = Omit<SourceFacts, 'kinds'> & { key: SourceKey; loaded?: LoadedSource }

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
