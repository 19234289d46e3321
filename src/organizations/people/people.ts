import type { PeopleListed } from '#src/domain/facts/derived.ts'
import { EMPLOYEE_TABLES, leadershipTables } from '#src/domain/facts/tables/tables.ts'
import type { ProfileDeps } from '../deps.ts'
import { countTables, readTableRows } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'

/**
 * Most people that are read at once to compare them: the longest list of the 160 real returns has
 * 264. What needs longer lists whole stays unknown, so that no return can make an answer read
 * without bound.
 */
export const MAX_PEOPLE = 5000

/**
 * Everybody a form lists, for figures derived from it: the best paid may stand anywhere. One round
 * trip, or none where nobody is listed; undefined beyond `MAX_PEOPLE`. Throws ApiError
 * StoreUnavailable.
 */
export async function readPeople(
  deps: ProfileDeps,
  filing: Pick<Filing, 'form'> & Parameters<typeof readTableRows>[1],
): Promise<PeopleListed | undefined> {
  const tables = leadershipTables(filing.form)
  const limit = countTables(tables, filing)
  if (limit === 0 || limit > MAX_PEOPLE) return undefined
  const rows = await readTableRows(deps, filing, tables, { offset: 0, limit })
  const isEmployee = ({ table }: (typeof rows)[number]) => table === EMPLOYEE_TABLES[filing.form]
  return {
    officers: rows.filter((row) => !isEmployee(row)).map(({ row }) => row),
    employees: rows.filter(isEmployee).map(({ row }) => row),
  }
}
