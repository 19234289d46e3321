import { type Evidence, parseRef } from '#src/domain/evidence.ts'
import { type CitedKey, DERIVED, deriveFigure } from '#src/domain/facts/derived.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import { isRefPath } from '#src/domain/facts/subjects.ts'
import type { Form } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readPeople } from '../people/people.ts'
import { readOwner, readReferrer } from '../store/read-listed.ts'
import { readFiling, readYears, type YearlyFiling } from '../store/read-organization.ts'
import {
  type CitedFigure,
  citeFigure,
  citeRating,
  filingOfDerived,
  isDerivedKey,
  readDerivedKey,
  toCitedFigure,
} from './derived-figures.ts'
import { type ResolvedEvidence, toDerivedEvidence } from './evidence-ref.ts'
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
  return await requireFound(deps, organization, requireRef(ref))
}

async function requireFound(
  deps: ProfileDeps,
  organization: Organization,
  evidence: Evidence,
): Promise<ResolvedEvidence> {
  const found = await resolve(deps, organization, evidence)
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
    return { filer: organization, found: await requireFound(deps, organization, evidence) }
  }
  const { objectId, path } = evidence
  const ein = await readReferrer(deps.postgres, { objectId, path, ein: organization.ein })
  if (ein === undefined) throw new ApiError('EvidenceNotFound')
  const filer = await openProfile(deps, ein)
  return { filer, found: await requireFound(deps, filer, evidence) }
}

/**
 * Parses a Ref before any query, because a path may contain characters that Postgres rejects, such as
 * NUL. Throws ApiError InvalidEvidenceRef.
 */
function requireRef(text: string): Evidence {
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

/** Resolves a parsed Ref; undefined if its target does not exist. `source` reads inputs of figures. */
export async function resolve(
  deps: ProfileDeps,
  organization: Organization,
  evidence: Evidence,
  source: FigureSource = openFigureSource(deps, organization.ein),
): Promise<ResolvedEvidence | undefined> {
  switch (evidence.kind) {
    case 'filing':
      return await resolveFiled(deps, organization, evidence)
    case 'derived':
      return await resolveDerived(source, organization, evidence)
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

/**
 * Returns the EIN of the organization that a Ref belongs to: the filer, or the organization that an
 * entry of a list is attributed to. Throws ApiError InvalidEvidenceRef, EvidenceNotFound if no
 * loaded source has it, StoreUnavailable.
 */
export async function ownerOfRef({ postgres }: ProfileDeps, ref: string): Promise<string> {
  const evidence = requireRef(ref)
  const ein = 'ein' in evidence ? evidence.ein : await readOwner(postgres, evidence)
  if (ein === undefined) throw new ApiError('EvidenceNotFound', { message: UNKNOWN })
  return ein
}

const UNKNOWN =
  'No loaded source has the target of this Ref. Copy the Ref unchanged from a response, or load the source that it names.'

/** Reads the inputs of an organization's figures, each once. */
export type FigureSource = {
  filing(objectId: string): Promise<Filing | undefined>
  /** Returns the current filings of a form, oldest period first. */
  years(form: Form): Promise<YearlyFiling[]>
  people(filing: Filing): Promise<PeopleListed | undefined>
}

/**
 * Opens a source for one response; it never reads anything twice. Throws ApiError StoreUnavailable.
 */
export function openFigureSource(deps: ProfileDeps, ein: string): FigureSource {
  return {
    filing: once((objectId: string) => readFiling(deps.postgres, objectId)),
    years: once((form: Form) => readYears(deps.postgres, ein, form)),
    people: once(
      (filing: Filing) => readPeople(deps, filing),
      ({ objectId }) => objectId,
    ),
  }
}

function once<Key, Value>(
  read: (key: Key) => Promise<Value>,
  idOf: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<Value> {
  const known = new Map<unknown, Promise<Value>>()
  return (key) => {
    const id = idOf(key)
    const found = known.get(id) ?? read(key)
    known.set(id, found)
    return found
  }
}

/** Resolves a derived figure: a rating as stored, any other computed from the current filings. */
export async function resolveDerived(
  source: FigureSource,
  organization: Organization,
  { key: text, ein, taxYear }: Extract<Evidence, { kind: 'derived' }>,
): Promise<ResolvedEvidence | undefined> {
  const named = readDerivedKey(text)
  if (!named || ein !== organization.ein) return undefined
  const filing = filingOf(organization, named, taxYear)
  const figure = filing && (await findFigure(source, organization, filing, named.key))
  if (!figure) return undefined
  const evidence = toDerivedEvidence(organization, filing, figure)
  const { label, unit, value } = figure
  return { evidence, label, ...(unit && unit !== 'boolean' && { unit }), value, filing }
}

// A score belongs to the return it was computed from, even if a newer return for that year was
// loaded.
function filingOf(
  organization: Organization,
  named: { key: CitedKey; form?: Form },
  taxYear: number,
): FilingSummary | undefined {
  const { filings, rating } = organization
  if (named.key !== 'rating') return filingOfDerived(organization, named, taxYear)
  return filings.find(
    ({ objectId, form, taxYear: year }) =>
      objectId === rating?.objectId && year === taxYear && (named.form ?? form) === form,
  )
}

async function findFigure(
  source: FigureSource,
  organization: Organization,
  summary: FilingSummary,
  key: CitedKey,
): Promise<CitedFigure | undefined> {
  if (key === 'rating') return citeRating(organization, summary)
  const { objectId, form } = summary
  const definition = isDerivedKey(key) ? DERIVED[key] : {}
  const needs = 'needs' in definition ? definition.needs : undefined
  if (isDerivedKey(key) && needs === 'years') {
    const years = await source.years(form)
    const filing = years.find((one) => one.objectId === objectId)
    const figure = filing && deriveFigure(key, { filing, years })
    return figure && toCitedFigure(figure)
  }
  const filing = await source.filing(objectId)
  if (!filing) return undefined
  const people = needs === 'people' ? await source.people(filing) : undefined
  return citeFigure(organization, filing, key, { people })
}
