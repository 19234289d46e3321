import { PEOPLE_TABLES } from '../domain/facts/derived.ts'
import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { ProfileDeps } from './deps.ts'
import type { Filing } from './organization.ts'
import { readTableRows } from './table-rows.ts'

/** Every person on the form's list of officers, for figures derived from it; one round trip. */
export async function readPeople(
  deps: ProfileDeps,
  filing: Pick<Filing, 'form' | 'objectId' | 'contents'>,
): Promise<Row[]> {
  const table = PEOPLE_TABLES[filing.form]
  if (!table) return []
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY }
  const rows = await readTableRows(deps, filing, [table], all)
  return rows.map(({ row }) => row)
}
