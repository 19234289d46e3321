import { z } from 'zod'
import type { Config } from '#src/platform/config.ts'
import { post, type Reach } from './download.ts'

type Bases = Config['downloads']

/** The sources that can be fetched, in the order in which they are. */
export const SOURCES = ['registry', 'ofac', 'sam', 'audits', 'awards', 'efile'] as const
export type SourceName = (typeof SOURCES)[number]

/** A file to fetch. */
export type Wanted = {
  source: SourceName
  reach: Reach
  /** Names below the base, with a query if needed; the first that exists counts. */
  names: string[]
  /** Appended to requests, and shown nowhere. */
  secret?: string
  /** The folder below the folder of downloads. */
  folder: string
  /** The file's name on the disk. Default: the name that exists. */
  as?: string
  /** False if the file need not exist. */
  isNamed: boolean
  /** If a file of a list fails, the later files of that list are not fetched. */
  list?: string
}

/**
 * The files of the sources with fixed names. The main table of each OFAC list comes last: without the
 * aliases and addresses of its month, they would not be compared.
 */
const TABLES: { source: SourceName; base: keyof Bases; list?: string; names: string[] }[] = [
  { source: 'registry', base: 'registry', names: ['eo1.csv', 'eo2.csv', 'eo3.csv', 'eo4.csv'] },
  {
    source: 'registry',
    base: 'irsLists',
    names: ['epostcard', 'pub78', 'revocation'].map((name) => `data-download-${name}.zip`),
  },
  ...[
    { list: 'SDN', names: ['ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV', 'SDN.CSV'] },
    {
      list: 'consolidated',
      names: ['CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV', 'CONS_PRIM.CSV'],
    },
  ].map((one) => ({ source: 'ofac' as const, base: 'ofac' as const, ...one })),
  {
    source: 'audits',
    base: 'audits',
    names: ['additional_eins.csv', 'additional_ueis.csv', 'general.csv'],
  },
]

// These servers redirect to signed addresses on storage hosts.
const HOSTS: Partial<Record<SourceName, string[]>> = {
  ofac: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
  sam: ['falextracts.s3.amazonaws.com'],
}

/** Returns where the requests of a source may go. */
export function reachOf(source: SourceName, base: string, bases: Bases): Reach {
  return { base, hosts: [...(HOSTS[source] ?? []), ...bases.hosts] }
}

/** Returns the files of a source with fixed names, in the folder of the month `YYYY-MM`. */
export function tablesOf(source: SourceName, month: string, bases: Bases): Wanted[] {
  const folder = `${source}/${month}`
  const own = TABLES.filter((table) => table.source === source)
  return own.flatMap(({ base, list, names }) =>
    names.map((name) => ({
      source,
      reach: reachOf(source, String(bases[base]), bases),
      names: [name],
      folder,
      isNamed: true,
      ...(list !== undefined && { list }),
    })),
  )
}

/**
 * Returns the exclusions of SAM (https://open.gsa.gov/api/sam-entity-extracts-api/); without a date, the
 * server sends the newest.
 */
export function samExclusions(key: string, month: string, bases: Bases): Wanted {
  return {
    source: 'sam',
    reach: reachOf('sam', bases.sam, bases),
    names: ['extracts?fileType=EXCLUSION'],
    secret: `&api_key=${encodeURIComponent(key)}`,
    folder: `sam/${month}`,
    as: 'SAM_Exclusions_Public_Extract_V2.zip',
    isNamed: true,
  }
}

const listing = z.object({ monthly_files: z.array(z.object({ file_name: z.string() })) })
const ARCHIVE = /^FY\d{4}_All_Assistance_Full_(\d{4})(\d{2})\d{2}\.zip$/

/**
 * Asks USAspending for the archive of a fiscal year's assistance (API contract
 * bulk_download/list_monthly_files). Returns undefined if there is none. Throws OperatorError if the
 * server fails, and an error if it returns another kind of response.
 */
export async function awardArchive(year: number, bases: Bases): Promise<Wanted | undefined> {
  const query = { agency: 'all', fiscal_year: year, type: 'assistance' }
  const url = `${bases.awardsList}list_monthly_files/`
  const text = await post(url, query, reachOf('awards', bases.awardsList, bases))
  const names = listing.parse(JSON.parse(text)).monthly_files.map(({ file_name }) => file_name)
  const name = names
    .filter((one) => ARCHIVE.test(one))
    .sort()
    .at(-1)
  const [, ofYear, month] = ARCHIVE.exec(name ?? '') ?? []
  if (name === undefined) return undefined
  return {
    source: 'awards',
    reach: reachOf('awards', bases.awards, bases),
    names: [name],
    // The archive's own month, so that an unchanged archive is not fetched every month.
    folder: `awards/${ofYear}-${month}`,
    isNamed: true,
  }
}
