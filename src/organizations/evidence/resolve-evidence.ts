import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import { isRefPath } from '#src/domain/facts/subjects.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { openFigureSource } from './figure-source.ts'
import { resolveAward } from './resolve-award.ts'
import { resolveDerived } from './resolve-derived.ts'
import { resolveFiled } from './resolve-filed.ts'
import { resolveRegistry } from './resolve-registry.ts'
import { resolveRestriction } from './resolve-restriction.ts'
import { resolveWeb } from './resolve-web.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

// The longest path of a return has under 300 characters.
const MAX_LENGTH = 1_000

/**
 * What a Ref of the organization's own filings, registry rows, website or derived figures names, in at most
 * two round trips. Throws ApiError InvalidEvidenceRef for text that is no Ref, EvidenceNotFound
 * for one that names nothing or belongs to another organization, StoreUnavailable.
 */
export async function resolveEvidence(
  deps: ProfileDeps,
  organization: Organization,
  ref: string,
): Promise<ResolvedEvidence> {
  const found = await resolve(deps, organization, requireRef(ref))
  if (!found) throw new ApiError('EvidenceNotFound')
  return found
}

/**
 * What a Ref says, read before any store is asked: a path may hold what no query takes, such as
 * NUL. Throws ApiError InvalidEvidenceRef for text that has none of the forms of a Ref.
 */
export function requireRef(text: string): Evidence {
  const evidence = text.length <= MAX_LENGTH ? parseRef(text) : undefined
  if (!evidence) throw new ApiError('InvalidEvidenceRef', { message: FORMS_OF_REFS })
  if (evidence.kind === 'filing' && !isRefPath(evidence.path)) {
    throw new ApiError('InvalidEvidenceRef', { message: MISPLACED_INDEX })
  }
  return evidence
}

const FORMS_OF_REFS =
  'The EvidenceRef has none of the forms Form:TaxYear:ObjectId:XPath, bmf:YYYY-MM:EIN:COLUMN, pub78:YYYY-MM:EIN:COLUMN, revocation:EIN:YYYY-MM-DD:COLUMN, sdn:YYYY-MM:ENTRY:COLUMN, sam:YYYY-MM:ENTRY:COLUMN, award:KEY, award:KEY:COLUMN, subaward:KEY, subaward:KEY:COLUMN, web:EIN:CONTENT:FIELD and derived:Key:EIN:TaxYear.'
const MISPLACED_INDEX =
  'The path of an EvidenceRef names elements below ReturnData, with an index from 1 on each element that may repeat and on no other.'

async function resolve(
  deps: ProfileDeps,
  organization: Organization,
  evidence: Evidence,
): Promise<ResolvedEvidence | undefined> {
  switch (evidence.kind) {
    case 'filing':
      return await resolveFiled(deps, organization, evidence)
    case 'derived':
      return await resolveDerived(openFigureSource(deps, organization.ein), organization, evidence)
    case 'bmf':
    case 'pub78':
    case 'revocation':
      return await resolveRegistry(deps, organization, evidence)
    case 'sdn':
    case 'sam':
      return await resolveRestriction(deps, organization, evidence)
    case 'award':
    case 'subaward':
      return await resolveAward(deps, organization, evidence)
    case 'web':
      return await resolveWeb(deps, organization, evidence)
  }
}
