import type { Postgres } from '../../clients/postgres.ts'

export type FirstElement = { block: string; ordinal: number; element: string | null }

// Attributes stand first and begin with @; the first name without one is the first element. Found
// in the text, since parsing all parts of a long return for one name each takes long.
const SQL = `
  select block, ordinal, substring(content::text from '"([[:alpha:]_][[:alnum:]_.-]*)"\\s*:') as element
  from filing_block where object_id = $1 and block = any($2)`

/** The name of the first element of each part of a return; null for a part without any. */
export const readFirstElements = async (
  db: Pick<Postgres, 'query'>,
  objectId: string,
  blocks: readonly string[],
): Promise<FirstElement[]> => await db.query<FirstElement>(SQL, [objectId, [...blocks]])
