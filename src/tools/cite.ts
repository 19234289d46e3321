import type { ProfileDeps } from '../organizations/deps.ts'
import { citeRef, type EvidenceRef } from '../organizations/evidence/evidence-ref.ts'
import { ownerOfRef, resolveEvidence } from '../organizations/evidence/resolve-evidence.ts'
import { openProfile } from '../organizations/open-profile.ts'
import type { Organization } from '../organizations/organization.ts'
import { ApiError } from '../platform/errors.ts'
import type { Value } from './line.ts'

/** A value, the organization it belongs to, and its evidence. */
export type Citation = {
  ein: string
  /** Name of the organization. */
  name: string
  label: string
  /** As in the leaf: whole dollars, ratios as numbers, texts as filed. */
  value: Value['value']
  evidence: EvidenceRef
}

/** Returns the citations of values; a value without a Ref, or whose Ref names nothing, has none. */
export type Cite = (values: readonly Value[]) => Promise<Citation[]>

/**
 * Returns a function that cites values for one answer: it opens each organization and each Ref once.
 * Throws ApiError StoreUnavailable.
 */
export function openCite(deps: ProfileDeps): Cite {
  const organizations = new Map<string, Promise<Organization>>()
  const owners = new Map<string, Promise<string>>()
  const found = new Map<string, Promise<Pick<Citation, 'ein' | 'name' | 'evidence'>>>()
  const find = async (ref: string) => {
    const ein = await once(owners, documentOf(ref), () => ownerOfRef(deps, ref))
    const organization = await once(organizations, ein, () => openProfile(deps, ein))
    const evidence =
      citeRef(organization, ref) ?? (await resolveEvidence(deps, organization, ref)).evidence
    return { ein, name: organization.name, evidence }
  }
  return async (values) => {
    const cited = values.map(async ({ ref, label, value }): Promise<Citation[]> => {
      if (ref === undefined) return []
      try {
        return [{ ...(await once(found, ref, () => find(ref))), label, value }]
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return []
        throw error
      }
    })
    return (await Promise.all(cited)).flat()
  }
}

/** Refs to one return have one owner; every other Ref has its own. */
const documentOf = (ref: string): string => /^990\w*:\d+:[^:]+/.exec(ref)?.[0] ?? ref

function once<Found>(
  known: Map<string, Promise<Found>>,
  key: string,
  read: () => Promise<Found>,
): Promise<Found> {
  const found = known.get(key) ?? read()
  known.set(key, found)
  return found
}
