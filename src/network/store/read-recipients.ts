import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Span } from '../../domain/facts/edge-spans.ts'
import type { MatchConfidence, MatchMethod } from '../../domain/network.ts'
import type { FiledParty, PartyRow } from '../party.ts'
import { KNOWN_AS } from './shared-sql.ts'

/** A row of a return and the organization it was resolved to (null: none was found). */
export type RecipientRow = PartyRow &
  Omit<FiledParty, 'region'> & {
    path: string
    matchMethod: MatchMethod
    matchConfidence: MatchConfidence
  }

// A return may have a hundred thousand rows, and no index contains their paths, so rows are
// searched among the numbers they can have. Two spans may share rows; the reader takes each once.
//
// Rows may have been renumbered since they were resolved, so category and amount must match, too.
// Each is looked up by all columns of its index; a missing amount needs a separate lookup.
const EDGE = `select m.recipient_ein, m.match_method, m.match_confidence from money_edge m
  where m.funder_ein = $1 and m.tax_year = $3 and m.object_id = e.object_id
    and m.ordinal = e.ordinal and m.category = e.category`
const SQL = `
  select e.path, e.name as "filedName", e.city, e.state, e.country,
    found.recipient_ein as ein, found.match_method as "matchMethod",
    found.match_confidence as "matchConfidence", ${KNOWN_AS}
  from (
    select greatest($4 - max(ordinal), 0) as missing from filed_edge where object_id = $2
  ) as rows
  cross join unnest($5::integer[], $6::integer[]) as span (first, last)
  join filed_edge e on e.object_id = $2
    and e.ordinal between span.first - rows.missing and span.last and e.path = any($7)
  cross join lateral (
    ${EDGE} and m.amount = e.amount
    union all
    ${EDGE} and m.amount is null and e.amount is null
  ) found
  left join organization o on o.ein = found.recipient_ein`

/** Rows of a return by their paths, and the spans of their numbers (`edgeSpans`). */
type AskedRows = { paths: readonly string[]; spans: readonly Span[]; total: number }

/** Reads the requested rows that were resolved. Throws ApiError StoreUnavailable. */
export const readRecipientRows = async (
  db: Pick<Postgres, 'query'>,
  { ein, objectId, taxYear }: { ein: string; objectId: string; taxYear: number },
  { paths, spans, total }: AskedRows,
): Promise<RecipientRow[]> =>
  await db.query<RecipientRow>(SQL, [
    ein,
    objectId,
    taxYear,
    total,
    spans.map(({ first }) => first),
    spans.map(({ last }) => last),
    [...paths],
  ])
