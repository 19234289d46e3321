import { edgeSpans } from '../domain/facts/edge-spans.ts'
import { EDGE_TABLES } from '../domain/facts/edges.ts'
import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { MatchConfidence, MatchMethod } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Filing } from '../organizations/organization.ts'
import { otherFiledName, otherFiledPlace, type Party, type PartyPlace, toFiler } from './party.ts'
import { type RecipientRow, readRecipientRows } from './store/read-recipients.ts'

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
  const found = await readRecipientRows(postgres, filing, { paths, ...edgeSpans(filing, paths) })
  return new Map(
    found.flatMap((row) =>
      row.ein === null && !row.filedName ? [] : [[row.path, toRecipient(row)]],
    ),
  )
}

function toRecipient(row: RecipientRow): Recipient | null {
  const { ein, knownName, filedName, matchMethod, matchConfidence } = row
  if (ein === null) return null
  // An EIN that no organization has is shown with the name in the row.
  const { name, place, hasProfile } = toFiler({ ...row, knownName: knownName ?? filedName })
  return {
    ein,
    name,
    isUnlisted: knownName === null,
    isNamedSo: Boolean(filedName) && otherFiledName(knownName, row) === undefined,
    ...(otherFiledPlace(row, row) && { otherPlace: place }),
    hasProfile,
    matchMethod,
    matchConfidence,
  }
}
