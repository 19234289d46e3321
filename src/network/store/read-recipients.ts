import type { Postgres } from '../../clients/postgres.ts'
import type { MatchConfidence, MatchMethod } from '../../domain/network.ts'
import type { PartyRow } from '../party.ts'
import { KNOWN_AS } from './known-as.ts'

/** A row of a return, by its path, and the organization it was resolved to. */
export type RecipientRow = PartyRow & {
  ein: string
  path: string
  /** The recipient as the row names it. */
  filedName: string | null
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

// Rows of a return may have been numbered anew since they were resolved: what is now another row has
// not this one's recipient. Each is looked up by all columns of its index up to its number, for which
// an amount that is not filed is asked for by itself.
const EDGE = `select m.recipient_ein, m.match_method, m.match_confidence from money_edge m
  where m.funder_ein = $1 and m.tax_year = $3 and m.object_id = e.object_id
    and m.ordinal = e.ordinal and m.category = e.category and m.recipient_ein is not null`
const SQL = `
  select e.path, e.name as "filedName", found.recipient_ein as ein, found.match_method as "matchMethod",
    found.match_confidence as "matchConfidence", ${KNOWN_AS}
  from filed_edge e
  cross join lateral (
    ${EDGE} and m.amount = e.amount
    union all
    ${EDGE} and m.amount is null and e.amount is null
  ) found
  left join organization o on o.ein = found.recipient_ein
  where e.object_id = $2 and e.path = any($4)`

/** Those rows of a current return whose recipients were found. Throws ApiError StoreUnavailable. */
export const readRecipientRows = async (
  db: Pick<Postgres, 'query'>,
  { ein, objectId, taxYear }: { ein: string; objectId: string; taxYear: number },
  paths: readonly string[],
): Promise<RecipientRow[]> =>
  await db.query<RecipientRow>(SQL, [ein, objectId, taxYear, [...paths]])
