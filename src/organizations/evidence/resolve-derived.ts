import type { Evidence } from '#src/domain/evidence.ts'
import { DERIVED, deriveFigure } from '#src/domain/facts/derived.ts'
import type { CitedKey } from '#src/domain/facts/derived-refs.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import {
  type CitedFigure,
  citeFigure,
  citeRating,
  isDerivedKey,
  toCitedFigure,
} from './derived-figures.ts'
import { filingOfDerived, readDerivedKey } from './derived-ref.ts'
import { toDerivedEvidence } from './evidence-ref.ts'
import type { FigureSource } from './figure-source.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

/** A derived figure, computed anew from the current filings; a rating as it is stored. */
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

// A score stays that of the return it was made of, though another of the year was loaded since.
function filingOf(
  organization: Organization,
  named: NonNullable<ReturnType<typeof readDerivedKey>>,
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
