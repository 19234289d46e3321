import { groupBy } from '#src/domain/es2024.ts'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import { type FactKey, labelOf } from '#src/domain/facts/definitions.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'

export type CoreFact = {
  key: FactKey
  kind: FactKind
  label: string
  value: FactValue
  /** The line in the form's schema version, for example "Part I, line 12". */
  line?: string
  path: string
}
/** Facts of one part of the form: "Part I", "Heading", … */
type CorePart = { part: string; facts: CoreFact[] }
export type CoreRecord = { organization: Organization; filing: Filing; parts: CorePart[] }

/**
 * Reads all facts of the primary form of a tax year, by default the latest, by part of the form; two
 * round trips. Throws ApiError ProfileNotFound for an organization without filings, FilingNotFound,
 * whose message lists the years, and StoreUnavailable.
 */
export async function readCoreRecord(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<CoreRecord> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, parts: groupFacts(filing) }
}

/** Returns the facts of a filing by part of its form, in the order of the catalogue. */
export function groupFacts({
  form,
  facts,
  schemaVersion,
}: Pick<Filing, 'form' | 'facts' | 'schemaVersion'>): CorePart[] {
  const all = CATALOGUE.flatMap(({ key, kind }): CoreFact[] => {
    const fact = facts[key]
    if (fact === undefined) return []
    const line = lineOf(fact.path, schemaVersion ?? undefined)
    return [knownFields({ key, kind, label: labelOf(key, form), ...fact, line })]
  })
  const parts = groupBy(all, ({ line }) => (form === '990N' ? 'Postcard' : partOf(line)))
  return [...parts].map(([part, facts]) => ({ part, facts }))
}

// "Part VI, Section A, line 1a" → "Part VI"; "Schedule F, Part I" → "Schedule F".
const partOf = (line: string | undefined): string => line?.split(',')[0] ?? 'Other'
