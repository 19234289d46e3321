import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import { isRefPath } from '#src/domain/facts/subjects.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { readReferrer } from '../store/read-listed.ts'
import type { ResolvedEvidence } from './evidence-ref.ts'
import { openFigureSource, resolveDerived } from './resolve-derived.ts'
import { resolveFiled } from './resolve-filed.ts'
import { resolveAward, resolveRegistry, resolveRestriction, resolveWeb } from './resolve-listed.ts'

// The longest path of a return has under 300 characters.
const MAX_LENGTH = 1_000

/**
 * Resolves a Ref to the organization's own filings, lists, website, or derived figures, in at most
 * two round trips. Throws ApiError InvalidEvidenceRef for other text, EvidenceNotFound if the
 * target does not exist or belongs to another organization, StoreUnavailable.
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

/** The target of a Ref, and the organization that filed it. */
type Shown = { filer: Organization; found: ResolvedEvidence }

/**
 * Resolves any Ref that a response about an organization shows. Unlike `resolveEvidence`, it includes
 * rows of other organizations' returns that name the organization. Throws the same errors.
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

/**
 * Parses a Ref before any query, because a path may contain characters that Postgres rejects, such as
 * NUL. Throws ApiError InvalidEvidenceRef.
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
  'The EvidenceRef is not in a known format. Copy it unchanged from a response. The formats are Form:TaxYear:ObjectId:XPath, bmf:YYYY-MM:EIN:COLUMN, pub78:YYYY-MM:EIN:COLUMN, revocation:EIN:YYYY-MM-DD:COLUMN, sdn:YYYY-MM:ENTRY:COLUMN, sam:YYYY-MM:ENTRY:COLUMN, award:KEY, award:KEY:COLUMN, subaward:KEY, subaward:KEY:COLUMN, web:EIN:CONTENT:FIELD, and derived:Key:EIN:TaxYear.'
const MISPLACED_INDEX =
  'The path of this EvidenceRef is not valid. It must be below ReturnData. Only elements that can repeat have an index, and the first index is 1. Copy the Ref unchanged from a response.'

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
