import type { Session } from '#src/clients/postgres.ts'

/** Organizations whose website was tried and, for all the last run knew, is filed still. */
export type EnrichmentStatus = {
  enriched: number
  /** Refused at the last try, or failed at it, and nothing earlier is shown. */
  notRead: number
  /** Tried before and due again. */
  due: number
}

// Who was never tried is not told: what of the filed texts is an address at all takes reading every
// filing, which `npm run enrich` does.
const SQL = `
  select count(*) filter (where content_id is not null) as enriched,
    count(*) filter (where content_id is null) as "notRead",
    count(*) filter (where next_try_at <= now()) as due
  from enrichment where website is not null`

/** How far reading websites is, from the store alone. */
export async function readEnrichmentStatus(db: Pick<Session, 'query'>): Promise<EnrichmentStatus> {
  const [row] = await db.query<EnrichmentStatus>(SQL)
  return row ?? { enriched: 0, notRead: 0, due: 0 }
}
