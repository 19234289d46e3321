import type { Evidence } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { REGISTRY_COLUMNS } from '#src/domain/registry-columns.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import {
  type RegistryFields,
  readFormerName,
  readRegistryRow,
  readRevocation,
} from '../store/read-registry.ts'
import { toRegistryEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

type RegistryEvidence = Extract<Evidence, { kind: 'bmf' | 'pub78' | 'revocation' }>

/**
 * A column of the organization's row in a registry list. Of older extracts of the Business Master
 * File only the names are kept.
 */
export async function resolveRegistry(
  deps: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: RegistryEvidence,
): Promise<ResolvedEvidence | undefined> {
  const columns: Readonly<Record<string, string>> = REGISTRY_COLUMNS[evidence.kind]
  // Own keys only: "constructor" in a client's Ref must not reach Object.prototype.
  const field = Object.hasOwn(columns, evidence.column) ? columns[evidence.column] : undefined
  if (field === undefined || evidence.ein !== ein) return undefined
  const value = await readValue(deps, evidence, field)
  return value === undefined ? undefined : { evidence: toRegistryEvidence(evidence), value }
}

async function readValue(
  { postgres }: ProfileDeps,
  evidence: RegistryEvidence,
  field: string,
): Promise<FactValue | undefined> {
  const { ein } = evidence
  if (evidence.kind === 'revocation') {
    return toValue(await readRevocation(postgres, ein, evidence.revokedOn), field)
  }
  const row = await readRegistryRow(postgres, evidence.kind, ein)
  if (String(row?.as_of).startsWith(evidence.asOf)) return toValue(row, field)
  const isName = evidence.kind === 'bmf' && (field === 'name' || field === 'sort_name')
  return isName ? await readFormerName(postgres, ein, field, evidence.asOf) : undefined
}

function toValue(row: RegistryFields | undefined, field: string): FactValue | undefined {
  const value = row?.[field] ?? undefined
  return Array.isArray(value) ? value.join(',') : value
}
