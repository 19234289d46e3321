import type { Evidence } from '#src/domain/evidence.ts'
import type { CitedKey } from '#src/domain/facts/derived.ts'
import { DERIVED, deriveFigure } from '#src/domain/facts/derived.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import type { Form } from '#src/domain/form.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readPeople } from '../people/people.ts'
import { readFiling, readYears, type YearlyFiling } from '../store/read-filing.ts'
import {
  type CitedFigure,
  citeFigure,
  citeRating,
  filingOfDerived,
  isDerivedKey,
  readDerivedKey,
  toCitedFigure,
} from './derived-figures.ts'
import { type ResolvedEvidence, toDerivedEvidence } from './evidence-ref.ts'

/** Reads the inputs of an organization's figures, each once. */
export type FigureSource = {
  filing(objectId: string): Promise<Filing | undefined>
  /** Returns the current filings of a form, oldest period first. */
  years(form: Form): Promise<YearlyFiling[]>
  people(filing: Filing): Promise<PeopleListed | undefined>
}

/**
 * Opens a source for one response; it never reads anything twice. Throws ApiError StoreUnavailable.
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

/** Resolves a derived figure: a rating as stored, any other computed from the current filings. */
export async function resolveDerived(
  source: FigureSource,
  organization: Organization,
  { key: text, ein, taxYear }: Extract<Evidence, { kind: 'derived' }>,
): Promise<ResolvedEvidence | undefined> {
  const named = readDerivedKey(text)
  if (!named || ein !== organization.ein) return undefined
  const filing = filingOf(organization, named, taxYear)
  const figure = filing && (await findFigure(source, organization, filing, named.key))
  if (!figure) return undefined
  const evidence = toDerivedEvidence(organization, filing, figure)
  const { label, unit, value } = figure
  return { evidence, label, ...(unit && unit !== 'boolean' && { unit }), value, filing }
}

// A score belongs to the return it was computed from, even if a newer return for that year was
// loaded.
function filingOf(
  organization: Organization,
  named: { key: CitedKey; form?: Form },
  taxYear: number,
): FilingSummary | undefined {
  const { filings, rating } = organization
  if (named.key !== 'rating') return filingOfDerived(organization, named, taxYear)
  return filings.find(
    ({ objectId, form, taxYear: year }) =>
      objectId === rating?.objectId && year === taxYear && (named.form ?? form) === form,
  )
}

async function findFigure(
  source: FigureSource,
  organization: Organization,
  summary: FilingSummary,
  key: CitedKey,
): Promise<CitedFigure | undefined> {
  if (key === 'rating') return citeRating(organization, summary)
  const { objectId, form } = summary
  const definition = isDerivedKey(key) ? DERIVED[key] : {}
  const needs = 'needs' in definition ? definition.needs : undefined
  if (isDerivedKey(key) && needs === 'years') {
    const years = await source.years(form)
    const filing = years.find((one) => one.objectId === objectId)
    const figure = filing && deriveFigure(key, { filing, years })
    return figure && toCitedFigure(figure)
  }
  const filing = await source.filing(objectId)
  if (!filing) return undefined
  const people = needs === 'people' ? await source.people(filing) : undefined
  return citeFigure(organization, filing, key, { people })
}
