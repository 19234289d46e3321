import { ApiError } from '../../errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { readReferrer } from '../store/read-referrer.ts'
import { type ResolvedEvidence, requireRef, resolveEvidence } from './resolve-evidence.ts'

/**
 * As `resolveEvidence`, of all that answers on an organization show: related organizations and the
 * money network show rows of others' returns that name it, and those resolve, too. Throws ApiError
 * InvalidEvidenceRef, EvidenceNotFound, StoreUnavailable.
 */
export async function resolveShown(
  deps: ProfileDeps,
  organization: Organization,
  ref: string,
): Promise<ResolvedEvidence> {
  const evidence = requireRef(ref)
  const isForeign =
    evidence.kind === 'filing' &&
    organization.filings.every(({ objectId }) => objectId !== evidence.objectId)
  if (!isForeign) return await resolveEvidence(deps, organization, ref)
  const { objectId, path } = evidence
  const referrer = await readReferrer(deps.postgres, { objectId, path, ein: organization.ein })
  if (referrer === undefined) throw new ApiError('EvidenceNotFound')
  return await resolveEvidence(deps, await openProfile(deps, referrer), ref)
}
