import { edgeSpans } from '../domain/facts/edge-spans.ts'
import { EDGE_TABLES } from '../domain/facts/edges.ts'
import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { MatchConfidence, MatchMethod } from '../domain/network.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import type { Filing } from '../profiles/organization.ts'
import { otherFiledName, otherFiledPlace, type Party, type PartyPlace, toFiler } from './party.ts'
import { type RecipientRow, readRecipientRows } from './store/read-recipients.ts'

/** Whom a row of a return means, and how surely. */
export type Recipient = Omit<Party, 'ein' | 'place'> & {
  ein: string
  /** Whether the row gives that name, as names are compared. */
  isNamedSo: boolean
  /** Its place, where the row gives another. */
  otherPlace?: PartyPlace
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

/** By the path of the row; null where no organization was found. */
export type Recipients = ReadonlyMap<string, Recipient | null>

type Filed = { table: string; row: Pick<Row, 'path'> }

/**
 * Whom rows of a return that tell of money given mean, by the path of the row: null for those that
 * name somebody of whom no organization was found. Rows not resolved yet, that name nobody, or of
 * other tables are left out. One round trip, and none without such rows. Throws ApiError
 * StoreUnavailable.
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
  const { name, place, hasProfile } = toFiler(row)
  const isNamed = knownName !== null && Boolean(filedName)
  return {
    ein,
    name,
    isNamedSo: isNamed && otherFiledName(knownName, row) === undefined,
    ...(otherFiledPlace(row, row) && { otherPlace: place }),
    hasProfile,
    matchMethod,
    matchConfidence,
  }
}
