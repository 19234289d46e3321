import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { readReferrer } from '../store/read-referrer.ts'
import { requireRef, resolveEvidence } from './resolve-evidence.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

/** What a Ref names, and who filed it: of another's return that other, else the organization. */
export type Shown = { filer: Organization; found: ResolvedEvidence }

/**
 * As `resolveEvidence`, of all that answers on an organization show: related organizations and the
 * money network show rows of others' returns that name it, and those resolve, too. Throws ApiError
 * InvalidEvidenceRef, EvidenceNotFound, StoreUnavailable.
 */
export async function resolveShown(
  deps: ProfileDeps,
  organization: Organization,
  ref: string,
): Promise<Shown> {
  const evidence = requireRef(ref)
  const isForeign =
    evidence.kind === 'filing' &&
    organization.filings.every(({ objectId }) => objectId !== evidence.objectId)
  if (!isForeign) {
    return { filer: organization, found: await resolveEvidence(deps, organization, ref) }
  }
  const { objectId, path } = evidence
  const ein = await readReferrer(deps.postgres, { objectId, path, ein: organization.ein })
  if (ein === undefined) throw new ApiError('EvidenceNotFound')
  const filer = await openProfile(deps, ein)
  return { filer, found: await resolveEvidence(deps, filer, ref) }
}
