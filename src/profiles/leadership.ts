import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { TableKey } from '../domain/facts/tables/tables.ts'
import type { ProfileDeps } from './deps.ts'
import type { Filing } from './organization.ts'

export type PersonRow = { table: TableKey; row: Row }
/**
 * A person: the row of the form's list, and the row of Schedule J under the same name. One that
 * Schedule J alone lists has no `filed`.
 */
export type Person = { filed?: PersonRow; scheduleJ?: PersonRow }

/**
 * People of a filing in filed order, those that only Schedule J lists last; one round trip.
 * Throws ApiError StoreUnavailable.
 */
export async function readLeadership(
  _deps: ProfileDeps,
  _filing: Filing,
  _window: { offset: number; limit: number },
): Promise<{ people: Person[]; total: number }> {
  return { people: [], total: 0 }
}
