import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Filing } from '../organization.ts'
import { FILING_VERSION, requireVersion } from './filing-version.ts'

export type FirstElement = { block: string; ordinal: number; element: string | null }

// Attributes stand first and begin with @; the first name without one is the first element. Found
// in the text, since parsing all parts of a long return for one name each takes long.
const SQL = `
  select part.block, part.ordinal, ${FILING_VERSION} as version,
    substring(part.content::text from '"([[:alpha:]_][[:alnum:]_.-]*)"\\s*:') as element
  from filing f
  join filing_block part on part.object_id = f.object_id and part.block = any($2)
  where f.object_id = $1`

/**
 * The name of the first element of each part of a return; null for a part without any. Throws
 * ApiError StoreUnavailable.
 */
export async function readFirstElements(
  db: Pick<Postgres, 'query'>,
  { objectId, version }: Pick<Filing, 'objectId' | 'version'>,
  blocks: readonly string[],
): Promise<FirstElement[]> {
  const rows = await db.query<FirstElement & { version: string }>(SQL, [objectId, [...blocks]])
  for (const row of rows) requireVersion(version, row.version)
  return rows
}
