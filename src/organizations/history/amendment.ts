import { type Citable, type Cited, citeFact } from '#src/domain/evidence.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { labelOf } from '#src/domain/facts/definitions.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { versionsOf } from '../filings/filings.ts'
import { openFiler } from '../open-profile.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readFiling, replaced } from '../store/read-organization.ts'

export const CHANGE_KINDS = ['Changed', 'Added', 'Removed'] as const

/** A fact that differs between two returns for one period. */
export type FactChange = {
  kind: (typeof CHANGE_KINDS)[number]
  label: string
  /** "Part I, line 12". */
  place: string
  unit?: string
  before?: Cited<FactValue>
  after?: Cited<FactValue>
  /** The later number less the earlier one. */
  difference?: number
}

export type Amendment = {
  organization: Organization
  before: FilingSummary
  after: FilingSummary
  /** All submissions for the form and period, the latest received first. */
  versions: FilingSummary[]
  changes: FactChange[]
  counts: Record<FactChange['kind'], number>
}

/**
 * Compares the facts of a return with those of another one for the same form and period, by default the one received before
 * it. The one received earlier is `before`. Throws ApiError ProfileNotFound,
 * FilingNotFound for unknown ids and for the first return of a period, InvalidParameters for
 * another form or period, StoreUnavailable.
 */
export async function readAmendment(
  deps: ProfileDeps,
  ein: string,
  objectId: string,
  against?: string,
): Promise<Amendment> {
  const organization = await openFiler(deps, ein)
  const { versions, before, after } = selectVersions(organization.filings, objectId, against)
  const [one, other] = await Promise.all([readFacts(deps, before), readFacts(deps, after)])
  const changes = compareFacts(one, other)
  const count = (kind: FactChange['kind']) => changes.filter((own) => own.kind === kind).length
  return {
    organization,
    before,
    after,
    versions,
    changes,
    counts: { Changed: count('Changed'), Added: count('Added'), Removed: count('Removed') },
  }
}

/** Returns the two returns to compare, the one received earlier as `before`. See `readAmendment`. */
export function selectVersions(
  filings: readonly FilingSummary[],
  objectId: string,
  against?: string,
): Pick<Amendment, 'versions' | 'before' | 'after'> {
  const asked = filings.find((filing) => filing.objectId === objectId)
  if (!asked) throw new ApiError('FilingNotFound')
  const versions = versionsOf(filings, asked)
  const at = versions.indexOf(asked)
  if (against === undefined) {
    const before = versions[at + 1]
    if (before) return { versions, before, after: asked }
    throw new ApiError('FilingNotFound', { message: describeFirst(versions) })
  }
  const other = filings.find((filing) => filing.objectId === against)
  if (!other) {
    throw new ApiError('FilingNotFound', {
      message: `This organization has no filing with the object ID ${against} in Against.`,
    })
  }
  const otherAt = versions.indexOf(other)
  if (otherAt < 0 || other === asked) {
    const ids = versions.filter((one) => one !== asked).map((one) => one.objectId)
    const choice = ids.length > 0 ? `: ${ids.join(' or ')}` : ', but no other is loaded'
    const msg = `must be another return for the same form and period${choice}`
    throw new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', 'Against'], msg, type: 'other_period', input: against }],
    })
  }
  const [before, after] = at < otherAt ? [other, asked] : [asked, other]
  return { versions, before, after }
}

function describeFirst([newest, ...others]: readonly FilingSummary[]): string {
  const start = 'This return replaced no other one for its form and period.'
  return others.length === 0 || !newest
    ? `${start} Nothing can be compared.`
    : `${start} To compare it, use the object ID of a later one: ${newest.objectId}.`
}

async function readFacts({ postgres }: ProfileDeps, { objectId }: FilingSummary): Promise<Filing> {
  const filing = await readFiling(postgres, objectId)
  if (!filing) throw replaced()
  return filing
}

type Compared = Citable & Pick<Filing, 'schemaVersion'>

/**
 * Returns the facts that differ between two returns. Compares by key, because the path of a fact
 * differs between the eras of a form.
 */
export function compareFacts(before: Compared, after: Compared): FactChange[] {
  const changes = CATALOGUE.flatMap(({ key, unit }) => {
    const [one, other] = [before.facts[key], after.facts[key]]
    const shown = other ?? one
    if (!shown || one?.value === other?.value) return []
    const [a, b] = [one?.value, other?.value]
    const isNumber = typeof a === 'number' && typeof b === 'number'
    return {
      kind: one && other ? ('Changed' as const) : other ? ('Added' as const) : ('Removed' as const),
      label: labelOf(key, after.form),
      place: placeOf(other ? after : before, shown.path),
      ...(unit && (typeof a === 'number' || typeof b === 'number') && { unit }),
      ...knownFields({ before: citeFact(before, key), after: citeFact(after, key) }),
      // Cents, without the error of binary fractions.
      ...(isNumber && { difference: Math.round((b - a) * 100) / 100 }),
    }
  })
  // Two facts may have the same leaf.
  const refs = new Set<string>()
  return changes.filter(({ before: one, after: other }) => {
    const key = `${one?.ref} ${other?.ref}`
    return !refs.has(key) && refs.add(key)
  })
}

/** Returns a citation without the form and year, which are those of the whole comparison. */
const placeOf = ({ form, taxYear, schemaVersion }: Compared, path: string): string =>
  citationOf({ form, taxYear, path, schemaVersion }).split(', ').slice(1).join(', ')
