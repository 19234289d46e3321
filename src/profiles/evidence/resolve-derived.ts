import type { Evidence } from '../../domain/evidence.ts'
import {
  DERIVED,
  type DerivedFigure,
  type DerivedKey,
  deriveFigure,
} from '../../domain/facts/derived.ts'
import type { ProfileDeps } from '../deps.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { readPeople } from '../people.ts'
import { readFiling, readYears } from '../store/read-filing.ts'
import { filingOfDerived, readDerivedKey } from './derived-ref.ts'
import { toDerivedEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolve-evidence.ts'

/** A derived figure, computed anew from the current filings. */
export async function resolveDerived(
  deps: ProfileDeps,
  organization: Organization,
  { key: text, ein, taxYear }: Extract<Evidence, { kind: 'derived' }>,
): Promise<ResolvedEvidence | undefined> {
  const named = readDerivedKey(text)
  if (!named || ein !== organization.ein) return undefined
  const filing = filingOfDerived(organization, named, taxYear)
  const figure = filing && (await derive(deps, organization, filing, named.key))
  if (!figure) return undefined
  const evidence = toDerivedEvidence(organization, filing, figure)
  const { label, unit, value } = figure
  return { evidence, label, ...(unit !== 'boolean' && { unit }), value, filing }
}

async function derive(
  deps: ProfileDeps,
  { ein }: Organization,
  { objectId, form }: FilingSummary,
  key: DerivedKey,
): Promise<DerivedFigure | undefined> {
  const { postgres } = deps
  const needs = 'needs' in DERIVED[key] ? DERIVED[key].needs : undefined
  if (needs === 'years') {
    const years = await readYears(postgres, ein, form)
    const filing = years.find((one) => one.objectId === objectId)
    return filing && deriveFigure(key, { filing, years })
  }
  const filing = await readFiling(postgres, objectId)
  if (!filing) return undefined
  const people = needs === 'people' ? await readPeople(deps, filing) : undefined
  return deriveFigure(key, { filing, people })
}
