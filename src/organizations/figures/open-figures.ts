import { type DerivedFigure, type DerivedKey, deriveFigures } from '#src/domain/facts/derived.ts'
import { type FigureKey, needsPeople } from '#src/figures/figures.ts'
import type { ProfileDeps } from '../deps.ts'
import { type Selection, selectFiling } from '../filings/select-filing.ts'
import { selectionOf } from '../filings/select-form.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { readPeople } from '../people/people.ts'
import { requireVersionIn } from '../store/filing-version.ts'
import { readYears, type YearlyFiling } from '../store/read-filing.ts'

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
