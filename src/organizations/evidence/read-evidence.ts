import { groupBy } from '#src/domain/es2024.ts'
import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import type { ProfileDeps } from '../deps.ts'
import { successorOf } from '../filings/filings.ts'
import { openProfile } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import type { ResolvedEvidence } from './evidence-ref.ts'
import { type FigureSource, openFigureSource, resolve, resolveShown } from './resolve-evidence.ts'
import { resolvePaths } from './resolve-filed.ts'

/** An input of a figure; `found` is absent if the store no longer has it. */
export type EvidenceInput = { ref: string; found?: ResolvedEvidence }

/** The target of a Ref, with its inputs. */
export type OpenedEvidence = {
  organization: Organization
  /** The filer: the organization, or another one whose return names it. */
  filer: Organization
  target: ResolvedEvidence
  /** The first inputs of a derived figure. */
  inputs: EvidenceInput[]
  /** The number of all inputs. */
  inputCount: number
  /** The filing that replaced a superseded one. */
  successor?: FilingSummary
}

/**
 * Number of inputs read with a figure. A rating has 24 metrics; for a sum over thousands of rows,
 * its formula and first rows are enough.
 */
const MAX_INPUTS = 60

/**
 * Reads the target of a Ref and the inputs of a computed one. Two round trips for a leaf, and two for
 * each filing with inputs. Throws ApiError ProfileNotFound, InvalidEvidenceRef, EvidenceNotFound,
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
  const successor = target.filing && successorOf(filer.filings, target.filing)
  return {
    organization,
    filer,
    target,
    inputs: await readInputs(deps, organization, derivedFrom.slice(0, MAX_INPUTS)),
    inputCount: derivedFrom.length,
    ...(successor && { successor }),
  }
}

/** Reads inputs in their order, and each filing once. */
async function readInputs(
  deps: ProfileDeps,
  organization: Organization,
  refs: readonly string[],
): Promise<EvidenceInput[]> {
  const source = openFigureSource(deps, organization.ein)
  const inputs = refs.map((ref) => ({ ref, evidence: parseRef(ref) }))
  const [filed, others] = await Promise.all([
    readFiledInputs(deps, organization, inputs, source),
    Promise.all(
      inputs.map(({ evidence }) =>
        evidence && evidence.kind !== 'filing'
          ? resolve(deps, organization, evidence, source)
          : undefined,
      ),
    ),
  ])
  return refs.map((ref, at) => knownFields({ ref, found: filed.get(ref) ?? others[at] }))
}

type Input = { ref: string; evidence: Evidence | undefined }

async function readFiledInputs(
  deps: ProfileDeps,
  { filings }: Organization,
  inputs: readonly Input[],
  source: FigureSource,
): Promise<Map<string, ResolvedEvidence>> {
  const wanted = inputs.flatMap(({ ref, evidence }) => {
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
  return new Map((await Promise.all(read)).flat())
}
