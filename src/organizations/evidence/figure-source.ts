import type { PeopleListed } from '#src/domain/facts/derived.ts'
import type { Form } from '#src/domain/form.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing } from '../organization.ts'
import { readPeople } from '../people/people.ts'
import { readFiling, readYears, type YearlyFiling } from '../store/read-filing.ts'

/** What figures of an organization are computed from, each part of it read when first asked for. */
export type FigureSource = {
  filing(objectId: string): Promise<Filing | undefined>
  /** The current filings of a form, oldest period first. */
  years(form: Form): Promise<YearlyFiling[]>
  people(filing: Filing): Promise<PeopleListed | undefined>
}

/**
 * Reads filings, years and people of an organization once each, however many figures are computed
 * from them: for one answer, since what was read is not read again. Throws ApiError
 * StoreUnavailable.
 */
export function openFigureSource(deps: ProfileDeps, ein: string): FigureSource {
  return {
    filing: once((objectId: string) => readFiling(deps.postgres, objectId)),
    years: once((form: Form) => readYears(deps.postgres, ein, form)),
    people: once(
      (filing: Filing) => readPeople(deps, filing),
      ({ objectId }) => objectId,
    ),
  }
}

function once<Key, Value>(
  read: (key: Key) => Promise<Value>,
  idOf: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<Value> {
  const known = new Map<unknown, Promise<Value>>()
  return (key) => {
    const id = idOf(key)
    const found = known.get(id) ?? read(key)
    known.set(id, found)
    return found
  }
}
