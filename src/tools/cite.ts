import type { ProfileDeps } from '../organizations/deps.ts'
import { citeRef, type EvidenceRef } from '../organizations/evidence/evidence-ref.ts'
import { ownerOfRef, resolveEvidence } from '../organizations/evidence/resolve-evidence.ts'
import { openProfile } from '../organizations/open-profile.ts'
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
  const openOnce = remember((ein) => openProfile(deps, ein))
  const ownerOnce = remember((ref) => ownerOfRef(deps, ref), documentOf)
  const findOnce = remember(async (ref) => {
    const ein = await ownerOnce(ref)
    const organization = await openOnce(ein)
    const evidence =
      citeRef(organization, ref) ?? (await resolveEvidence(deps, organization, ref)).evidence
    return { ein, name: organization.name, evidence }
  })
  return async (values) => {
    const cited = values.map(async ({ ref, label, value }): Promise<Citation[]> => {
      if (ref === undefined) return []
      try {
        return [{ ...(await findOnce(ref)), label, value }]
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

/** Returns a function that reads each key once; names with the same key are read once, too. */
function remember<Found>(read: (name: string) => Promise<Found>, keyOf = (name: string) => name) {
  const known = new Map<string, Promise<Found>>()
  return (name: string): Promise<Found> => {
    const found = known.get(keyOf(name)) ?? read(name)
    known.set(keyOf(name), found)
    return found
  }
}
