import type { Evidence } from '#src/domain/evidence.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { readOwner } from '../store/read-listed.ts'
import { requireRef } from './resolve-evidence.ts'

/**
 * Returns the EIN of the organization that a Ref belongs to: the filer, or the organization that an
 * entry of a list is attributed to. Throws ApiError InvalidEvidenceRef, EvidenceNotFound if no
 * loaded source has it, StoreUnavailable.
 */
export async function ownerOfRef({ postgres }: ProfileDeps, ref: string): Promise<string> {
  const evidence: Evidence = requireRef(ref)
  const ein = 'ein' in evidence ? evidence.ein : await readOwner(postgres, evidence)
  if (ein === undefined) throw new ApiError('EvidenceNotFound', { message: UNKNOWN })
  return ein
}

const UNKNOWN =
  'No loaded source has the target of this Ref. Copy the Ref unchanged from a response, or load the source that it names.'
