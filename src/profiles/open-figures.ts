import {
  DERIVED,
  type DerivedFigure,
  type DerivedKey,
  deriveFigures,
} from '../domain/facts/derived.ts'
import type { ProfileDeps } from './deps.ts'
import { FIGURES, type FigureKey } from './figure-keys.ts'
import type { FieldSource } from './named-figures.ts'
import { openFiler, openFiling } from './open-profile.ts'
import type { Filing, Organization } from './organization.ts'
import { readPeople } from './people.ts'
import { type Selection, selectFiling } from './select-filing.ts'
import { selectionOf } from './select-form.ts'
import { requireVersionIn } from './store/filing-version.ts'
import { readYears, type YearlyFiling } from './store/read-filing.ts'

export type OpenedFigures = {
  organization: Organization
  filing: Filing
  /** All current filings of its form. */
  years: YearlyFiling[]
  derived: Partial<Record<DerivedKey, DerivedFigure>>
}

/**
 * A filing with all that figures are picked from; two round trips, three where a figure takes the
 * list of people. Throws ApiError ProfileNotFound, FilingNotFound, StoreUnavailable, and the
 * signal's reason once it aborts.
 */
export async function openFigures(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
  keys: readonly FigureKey[],
  signal?: AbortSignal,
): Promise<OpenedFigures> {
  const organization = await openFiler(deps, ein)
  signal?.throwIfAborted()
  const selected = selectionOf(organization, selection)
  const { form } = selectFiling(organization, selected)
  const [filing, years] = await Promise.all([
    openFiling(deps, organization, selected),
    readYears(deps.postgres, ein, form),
  ])
  requireVersionIn(filing, years)
  signal?.throwIfAborted()
  const people = keys.some(needsPeople) ? await readPeople(deps, filing) : undefined
  return { organization, filing, years, derived: deriveFigures({ filing, years, people }) }
}

function needsPeople(key: FigureKey): boolean {
  const { derived }: FieldSource = FIGURES[key]
  const definition = derived ? DERIVED[derived] : {}
  return 'needs' in definition && definition.needs === 'people'
}
