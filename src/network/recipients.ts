import { EDGE_TABLES } from '../domain/facts/edges.ts'
import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { MatchConfidence, MatchMethod } from '../domain/network.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import type { Filing } from '../profiles/organization.ts'
import { otherFiledName } from './party.ts'
import { type RecipientRow, readRecipientRows } from './store/read-recipients.ts'

/** Whom a row of a return means, and how surely. */
export type Recipient = {
  ein: string
  name: string
  /** Whether the row gives that name, as names are compared. */
  isNamedSo: boolean
  /** Whether a filing or postcard of it is known, so that its profile opens. */
  hasProfile: boolean
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

type Filed = { table: string; row: Pick<Row, 'path'> }

/**
 * Whom rows of a return that tell of money given mean, by the path of the row; those that were not
 * resolved, and rows of other tables, have none. One round trip, and none without such rows. Throws
 * ApiError StoreUnavailable.
 */
export async function readRecipients(
  { postgres }: ProfileDeps,
  filing: Pick<Filing, 'ein' | 'objectId' | 'taxYear'>,
  rows: readonly Filed[],
): Promise<ReadonlyMap<string, Recipient>> {
  const paths = rows.flatMap(({ table, row }) => (table in EDGE_TABLES && row.path) || [])
  if (paths.length === 0) return new Map()
  const found = await readRecipientRows(postgres, filing, paths)
  return new Map(found.map((row) => [row.path, toRecipient(row)]))
}

const toRecipient = (row: RecipientRow): Recipient => ({
  ein: row.ein,
  name: row.knownName ?? `EIN ${row.ein}`,
  isNamedSo: otherFiledName(row.knownName, row) === undefined,
  hasProfile: row.hasProfile,
  matchMethod: row.matchMethod,
  matchConfidence: row.matchConfidence,
})
