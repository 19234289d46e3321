import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { leadershipTables } from '#src/domain/facts/tables/tables.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { ProfileDeps } from '../deps.ts'
import { countTables, readTableRows, type TableRow, type Window } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'
import { MAX_PEOPLE } from './people.ts'

/**
 * A person: the row of the form's list, and the row of Schedule J under the same name. One that
 * Schedule J alone lists has no `filed`.
 */
export type Person = { filed?: TableRow; scheduleJ?: TableRow }

/** Comes with a Form 990 only. */
export const COMPENSATION_TABLE: TableKey = 'scheduleJ'

/**
 * People of a filing in filed order, those that only Schedule J lists last; one round trip. To
 * pair names, both lists are read whole; those beyond `MAX_PEOPLE` are not paired.
 * Throws ApiError StoreUnavailable.
 */
export async function readLeadership(
  deps: ProfileDeps,
  filing: Filing,
  { offset, limit }: Window,
): Promise<{ people: Person[]; total: number }> {
  const lists = leadershipTables(filing.form)
  const listed = countTables(lists, filing)
  const detailed = countTables([COMPENSATION_TABLE], filing)
  const total = listed + detailed
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

/**
 * Rows of the form's list with those of Schedule J under the same normalized name. Somebody who
 * stands twice in both is paired in order.
 */
export function pairPeople(rows: readonly TableRow[]): Person[] {
  const waiting = new Map<string, TableRow[]>()
  for (const row of rows.filter(isCompensation)) {
    const name = nameOf(row)
    waiting.set(name, [...(waiting.get(name) ?? []), row])
  }
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
