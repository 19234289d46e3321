import { groupBy } from '#src/domain/es2024.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import {
  EMPLOYEE_TABLES,
  leadershipTables,
  type TableKey,
} from '#src/domain/facts/tables/tables.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { ProfileDeps } from '../deps.ts'
import { countTables, readTableRows, type TableRow, type Window } from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'

/**
 * Longest list of people that is read in full, to limit the cost of a response. The longest of 160
 * real returns has 264. Figures that need a longer list stay unknown.
 */
export const MAX_PEOPLE = 5000

/** The table of Schedule J, which only a Form 990 has. */
export const COMPENSATION_TABLE: TableKey = 'scheduleJ'

/**
 * Reads all people that a form lists, for derived figures: the best-paid person may be anywhere in
 * the list. At most one round trip; undefined for an empty list or one beyond `MAX_PEOPLE`. Throws
 * ApiError StoreUnavailable.
 */
export async function readPeople(
  deps: ProfileDeps,
  filing: Pick<Filing, 'form'> & Parameters<typeof readTableRows>[1],
): Promise<PeopleListed | undefined> {
  const tables = leadershipTables(filing.form)
  const limit = countTables(tables, filing)
  if (limit === 0 || limit > MAX_PEOPLE) return undefined
  const rows = await readTableRows(deps, filing, tables, { offset: 0, limit })
  const isEmployee = ({ table }: TableRow) => table === EMPLOYEE_TABLES[filing.form]
  return {
    officers: rows.filter((row) => !isEmployee(row)).map(({ row }) => row),
    employees: rows.filter(isEmployee).map(({ row }) => row),
  }
}

/**
 * A person: the row of the form's list, and the row of Schedule J with the same name. `filed` is absent
 * for a person only on Schedule J.
 */
export type Person = { filed?: TableRow; scheduleJ?: TableRow }

/** A range of the people of a filing, of `total`. */
export type LeadershipPage = {
  organization: Organization
  filing: Filing
  people: Person[]
  total: number
}

/**
 * Reads people of the primary form of a tax year, by default the latest; three round trips. Throws
 * ApiError ProfileNotFound for an organization without filings, FilingNotFound, whose message lists the
 * years, and StoreUnavailable.
 */
export async function readLeadershipPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<LeadershipPage> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, ...(await readLeadership(deps, filing, window)) }
}

/**
 * Reads people of a filing in filed order, then those only on Schedule J; one round trip. Names are
 * paired in whole lists only, so lists beyond `MAX_PEOPLE` are not paired. Throws ApiError
 * StoreUnavailable.
 */
export async function readLeadership(
  deps: ProfileDeps,
  filing: Filing,
  { offset, limit }: Window,
): Promise<{ people: Person[]; total: number }> {
  const lists = leadershipTables(filing.form)
  const detailed = countTables([COMPENSATION_TABLE], filing)
  const total = countTables(lists, filing) + detailed
  const keys = [...lists, COMPENSATION_TABLE]
  if (detailed === 0 || total > MAX_PEOPLE) {
    const rows = await readTableRows(deps, filing, keys, { offset, limit })
    return { people: rows.map(toPerson), total }
  }
  const people = pairPeople(await readTableRows(deps, filing, keys, { offset: 0, limit: total }))
  return { people: people.slice(offset, offset + limit), total: people.length }
}

const isCompensation = ({ table }: TableRow): boolean => table === COMPENSATION_TABLE
const toPerson = (row: TableRow): Person =>
  isCompensation(row) ? { scheduleJ: row } : { filed: row }

/** Pairs rows of the form's list with rows of Schedule J by normalized name, namesakes in order. */
export function pairPeople(rows: readonly TableRow[]): Person[] {
  const waiting = groupBy(rows.filter(isCompensation), nameOf)
  const people: Person[] = []
  const paired = new Set<TableRow>()
  for (const filed of rows.filter((row) => !isCompensation(row))) {
    const scheduleJ = nameOf(filed) === '' ? undefined : waiting.get(nameOf(filed))?.shift()
    if (scheduleJ) paired.add(scheduleJ)
    people.push({ filed, ...(scheduleJ && { scheduleJ }) })
  }
  const left = rows.filter((row) => isCompensation(row) && !paired.has(row))
  return [...people, ...left.map((scheduleJ) => ({ scheduleJ }))]
}

const nameOf = ({ row }: TableRow): string => normalizeName(String(row.cells.name?.value ?? ''))
