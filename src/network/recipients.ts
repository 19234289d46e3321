import { edgeSpans } from '../domain/facts/edge-spans.ts'
import { EDGE_TABLES } from '../domain/facts/edges.ts'
import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { MatchConfidence, MatchMethod } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Filing } from '../organizations/organization.ts'
import {
  type FiledParty,
  otherFiledName,
  otherFiledPlace,
  type Party,
  type PartyPlace,
  type PartyRow,
  toFiler,
} from './party.ts'
import { KNOWN_AS } from './sql.ts'

/** The organization that a row of a return names, and how certain the match is. */
export type Recipient = Omit<Party, 'ein' | 'place'> & {
  ein: string
  /** Whether no organization in the store has the EIN; its name is the one in the row. */
  isUnlisted: boolean
  /** Whether the row has the same name, by key. */
  isNamedSo: boolean
  /** The organization's place, if it differs from the one in the row. */
  otherPlace?: PartyPlace
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

/** By the path of the row; null when no organization was found. */
export type Recipients = ReadonlyMap<string, Recipient | null>

type Filed = { table: string; row: Pick<Row, 'path'> }

/**
 * Reads the recipients that rows of a return name, by the path of the row; null when no organization
 * was found. Leaves out rows of other tables, without a name, or not resolved yet. One round trip at
 * most. Throws ApiError StoreUnavailable.
 */
export async function readRecipients(
  { postgres }: ProfileDeps,
  filing: Pick<Filing, 'ein' | 'objectId' | 'taxYear' | 'form' | 'contents'>,
  rows: readonly Filed[],
): Promise<Recipients> {
  const paths = rows.flatMap(({ table, row }) => (table in EDGE_TABLES && row.path) || [])
  if (paths.length === 0) return new Map()
  const { ein, objectId, taxYear } = filing
  const { total, spans } = edgeSpans(filing, paths)
  const [first, last] = [spans.map((span) => span.first), spans.map((span) => span.last)]
  const values = [ein, objectId, taxYear, total, first, last, paths]
  const resolved = await postgres.query<RecipientRow>(SQL, values)
  return new Map(
    resolved.flatMap((row) =>
      row.ein === null && !row.filedName ? [] : [[row.path, toRecipient(row)]],
    ),
  )
}

function toRecipient(row: RecipientRow): Recipient | null {
  const { ein, knownName, filedName, matchMethod, matchConfidence } = row
  if (ein === null) return null
  // An EIN that no organization has is shown with the name in the row.
  const { name, place, profileAvailable } = toFiler({ ...row, knownName: knownName ?? filedName })
  return {
    ein,
    name,
    isUnlisted: knownName === null,
    isNamedSo: Boolean(filedName) && otherFiledName(knownName, row) === undefined,
    ...(otherFiledPlace(row, row) && { otherPlace: place }),
    profileAvailable,
    matchMethod,
    matchConfidence,
  }
}

/** A row of a return and the organization it was resolved to (null: none was found). */
type RecipientRow = PartyRow &
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
