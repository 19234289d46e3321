import { groupBy } from '#src/domain/es2024.ts'
import { toRef } from '#src/domain/evidence.ts'
import type { Form } from '#src/domain/form.ts'
import { readWebsite } from '#src/domain/website.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { MAX_FILERS } from './outcome.ts'

/** An organization whose website is to be read. */
export type Candidate = {
  ein: string
  /** The most recently filed website, as an address, and the Ref of the filed text. */
  website: string
  ref: string
  /** The stored content of this website, and how many times in a row it could not be read. */
  contentId: string | null
  failures: number
  /** Organizations whose latest filings name the same website, this one included. */
  filers: number
}

export type Choice = {
  /** Only this organization, due or not. */
  ein?: string | undefined
  /** All organizations, due or not. */
  again?: boolean | undefined
  /** At most this many organizations: those never tried first, then those due longest. */
  limit?: number | undefined
}

type Due = {
  candidates: Candidate[]
  /** Organizations whose latest filing no longer names the website that was tried. */
  lost: string[]
}

type Row = {
  ein: string
  filed: string | null
  path: string | null
  form: Form
  taxYear: number
  objectId: string
  website: string | null
  contentId: string | null
  failures: number | null
  nextTryAt: Date | null
  filers: number
}

// The first part of a filed text that looks like a host, with its path. Filers of one website write
// it with and without a scheme, "www.", or a trailing slash, and in capitals.
const PLACE = String.raw`rtrim(substring(lower(f.facts #>> '{website,value}')
    from '(?:www\.)?((?:[a-z0-9-]+\.)+[a-z]{2,24}[^\s;,]*)'), '/.)')`

// The latest filing of the primary form, as in search and on pages.
const ROWS = `
  select o.ein, f.facts #>> '{website,value}' as filed, f.facts #>> '{website,path}' as path,
    f.form, f.tax_year as "taxYear", f.object_id as "objectId", e.website,
    e.content_id as "contentId", e.failures, e.next_try_at as "nextTryAt",
    count(*) over (partition by ${PLACE}) as filers
  from organization o
  left join filing f on f.object_id = o.latest_object_id
  left join enrichment e on e.ein = o.ein
  where (f.facts ? 'website' or e.ein is not null)`

/**
 * Finds the organizations whose website is to be read now, in reading order, and those whose
 * website is no longer filed.
 */
export async function findDue(session: Session, choice: Choice, now: Date): Promise<Due> {
  const due: { since: number; candidate: Candidate }[] = []
  const lost: string[] = []
  const { ein } = choice
  const asked = ein === undefined ? session.stream<Row>(ROWS) : session.stream<Row>(ONE, [ein])
  const isAsked = ein !== undefined || choice.again === true
  for await (const rows of asked) {
    for (const row of rows) {
      const candidate = toCandidate(row)
      const isOther = row.website !== null && row.website !== candidate?.website
      if (isOther) lost.push(row.ein)
      const since = row.website === candidate?.website ? row.nextTryAt?.getTime() : undefined
      // A website that too many other organizations now file is withdrawn at once.
      const isOverdue = row.filers > MAX_FILERS && row.contentId !== null
      const isDue = isAsked || isOverdue || since === undefined || since <= now.getTime()
      if (candidate && isDue) due.push({ since: since ?? 0, candidate })
    }
  }
  due.sort((a, b) => a.since - b.since || (a.candidate.ein < b.candidate.ein ? -1 : 1))
  return { candidates: due.slice(0, choice.limit).map(({ candidate }) => candidate), lost }
}

// Counting filers reads all of them, which takes a minute at the size of the sector.
const ONE = `select * from (${ROWS}) filed where ein = $1`

/** Returns undefined if no website is filed. */
function toCandidate(row: Row): Candidate | undefined {
  const { ein, filed, path, form, taxYear, objectId } = row
  const website = filed === null ? undefined : readWebsite(filed)
  if (website === undefined || path === null) return undefined
  const isSame = row.website === website
  return {
    ein,
    website,
    ref: toRef({ form, taxYear, objectId, path }),
    contentId: isSame ? row.contentId : null,
    failures: isSame ? (row.failures ?? 0) : 0,
    filers: row.filers,
  }
}

/** Groups organizations by shared website, and websites by host, because each host has its pauses. */
export const groupByHost = (candidates: readonly Candidate[]): Candidate[][][] =>
  [...groupBy(candidates, ({ website }) => new URL(website).host).values()].map((own) => [
    ...groupBy(own, ({ website }) => website).values(),
  ])

/** Counts of organizations whose website was tried and, as of the last run, is still filed. */
export type EnrichmentStatus = {
  enriched: number
  /** Rejected or failed at the last try, with no earlier content shown. */
  notRead: number
  /** Tried before and due again. */
  due: number
}

// Organizations never tried are not counted: finding addresses in the filed texts requires reading
// every filing, which `npm run enrich` does.
const SQL = `
  select count(*) filter (where content_id is not null) as enriched,
    count(*) filter (where content_id is null) as "notRead",
    count(*) filter (where next_try_at <= now()) as due
  from enrichment where website is not null`

/** Counts the websites read so far, from the store alone. */
export async function readEnrichmentStatus(db: Pick<Session, 'query'>): Promise<EnrichmentStatus> {
  const [row] = await db.query<EnrichmentStatus>(SQL)
  return row ?? { enriched: 0, notRead: 0, due: 0 }
}
