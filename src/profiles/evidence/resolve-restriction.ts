import type { Evidence } from '../../domain/evidence.ts'
import { RESTRICTION_COLUMNS } from '../../domain/restriction-columns.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { type RestrictedEntry, readRestriction } from '../store/read-restriction.ts'
import { toRestrictionEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolve-evidence.ts'

/**
 * An entry of a restriction list, or one of its columns, that may mean the organization or one of
 * its officers. Any other entry is not its evidence.
 */
export async function resolveRestriction(
  { postgres }: ProfileDeps,
  { restrictions }: Pick<Organization, 'restrictions'>,
  evidence: Extract<Evidence, { kind: 'sdn' | 'sam' }>,
): Promise<ResolvedEvidence | undefined> {
  const list = evidence.kind === 'sdn' ? 'OFAC' : 'SAM'
  const isOwn = restrictions.some((one) => one.list === list && one.entry === evidence.entry)
  const entry = isOwn ? await readRestriction(postgres, list, evidence.entry) : undefined
  if (!entry?.as_of.startsWith(evidence.asOf)) return undefined
  return readColumns(entry, evidence)
}

function readColumns(
  entry: RestrictedEntry,
  evidence: Extract<Evidence, { kind: 'sdn' | 'sam' }>,
): ResolvedEvidence | undefined {
  const columns: Readonly<Record<string, keyof RestrictedEntry>> =
    RESTRICTION_COLUMNS[evidence.kind]
  const { column } = evidence
  const found = toRestrictionEvidence(evidence)
  if (column === undefined) {
    const filled = Object.entries(columns).flatMap(([name, field]) => {
      const value = toText(entry[field])
      return value === undefined ? [] : [[name, value]]
    })
    return { evidence: found, element: Object.fromEntries(filled) }
  }
  // Own keys only: "constructor" in a client's Ref must not reach Object.prototype.
  const field = Object.hasOwn(columns, column) ? columns[column] : undefined
  const value = field && toText(entry[field])
  return value === undefined ? undefined : { evidence: found, value }
}

// Several programs stand as OFAC writes them: "SDGT] [IFSR".
const toText = (value: string | string[] | null): string | undefined =>
  (Array.isArray(value) ? value.join('] [') : value) || undefined
