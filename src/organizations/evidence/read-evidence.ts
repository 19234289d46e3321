import { groupBy } from '#src/domain/es2024.ts'
import { parseRef } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type FigureSource, openFigureSource } from './figure-source.ts'
import { resolveDerived } from './resolve-derived.ts'
import { resolvePaths } from './resolve-filed.ts'
import { resolveRegistry } from './resolve-registry.ts'
import { resolveShown } from './resolve-shown.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

/** What a figure was computed from; `found` is absent where it is not in the store any more. */
export type EvidenceInput = { ref: string; found?: ResolvedEvidence }

/** What a Ref names, with all there is to say of it. */
export type OpenedEvidence = {
  organization: Organization
  /** Who filed it: the organization, or another whose return names it. */
  filer: Organization
  target: ResolvedEvidence
  /** Of a derived figure, the first of what it was computed from. */
  inputs: EvidenceInput[]
  /** How many inputs there are in all. */
  inputCount: number
  /** Of a superseded filing, the one that took its place. */
  successor?: FilingSummary
}

/**
 * Inputs that are read with a figure. A rating has 24 metrics; sums over thousands of rows are told
 * by their formula and first rows.
 */
export const MOST_INPUTS = 60

/**
 * What a Ref of an organization names, and where it is computed, from what; registry rows of
 * organizations without a filing, too. Two round trips for a leaf; of inputs two for each filing that
 * they stand in, and two for all that are computed of it. Throws ApiError ProfileNotFound, InvalidEvidenceRef, EvidenceNotFound,
 * StoreUnavailable.
 */
export async function readEvidence(
  deps: ProfileDeps,
  ein: string,
  ref: string,
): Promise<OpenedEvidence> {
  const organization = await openProfile(deps, ein)
  const { filer, found: target } = await resolveShown(deps, organization, ref)
  const { derivedFrom = [] } = target.evidence
  const successor = successorOf(filer, target.filing)
  return {
    organization,
    filer,
    target,
    inputs: await readInputs(deps, organization, derivedFrom.slice(0, MOST_INPUTS)),
    inputCount: derivedFrom.length,
    ...(successor && { successor }),
  }
}

/** The current filing of the same form and period as a superseded one. */
export function successorOf(
  { filings }: Pick<Organization, 'filings'>,
  filing: FilingSummary | undefined,
): FilingSummary | undefined {
  if (!filing || filing.isCurrent) return undefined
  const { form, taxPeriodEnd } = filing
  return filings.find(
    (one) => one.isCurrent && one.form === form && one.taxPeriodEnd === taxPeriodEnd,
  )
}

/** Inputs in their order. Each filing they stand in or are computed from is read once. */
async function readInputs(
  deps: ProfileDeps,
  organization: Organization,
  refs: readonly string[],
): Promise<EvidenceInput[]> {
  const source = openFigureSource(deps, organization.ein)
  const [filed, others] = await Promise.all([
    readFiledInputs(deps, organization, refs, source),
    Promise.all(
      refs.map(async (ref) => [ref, await readOther(deps, organization, ref, source)] as const),
    ),
  ])
  const found = new Map([...filed, ...others.filter(([, one]) => one !== undefined)])
  return refs.map((ref) => {
    const one = found.get(ref)
    return { ref, ...(one && { found: one }) }
  })
}

async function readFiledInputs(
  deps: ProfileDeps,
  { filings }: Organization,
  refs: readonly string[],
  source: FigureSource,
): Promise<[string, ResolvedEvidence][]> {
  const wanted = refs.flatMap((ref) => {
    const evidence = parseRef(ref)
    if (evidence?.kind !== 'filing') return []
    const filing = filings.find(({ objectId }) => objectId === evidence.objectId)
    return filing ? [{ ref, filing, path: evidence.path }] : []
  })
  const byFiling = groupBy(wanted, ({ filing }) => filing)
  const read = [...byFiling].map(async ([filing, own]) => {
    const paths = own.map(({ path }) => path)
    const resolved = await resolvePaths(deps, filing, paths, source.filing)
    return own.flatMap(({ ref, path }): [string, ResolvedEvidence][] => {
      const one = resolved.get(path)
      return one ? [[ref, one]] : []
    })
  })
  return (await Promise.all(read)).flat()
}

async function readOther(
  deps: ProfileDeps,
  organization: Organization,
  ref: string,
  source: FigureSource,
): Promise<ResolvedEvidence | undefined> {
  const evidence = parseRef(ref)
  switch (evidence?.kind) {
    case 'derived':
      return await resolveDerived(source, organization, evidence)
    case 'bmf':
    case 'pub78':
    case 'revocation':
      return await resolveRegistry(deps, organization, evidence)
    default:
      return undefined
  }
}
