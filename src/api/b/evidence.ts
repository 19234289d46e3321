import { z } from 'zod'
import { parseRef } from '#src/domain/evidence.ts'
import { FORMS, scheduleOf } from '#src/domain/form.ts'
import { component } from '../shared/schemas.ts'

const filingSource = z.strictObject({
  form: z.enum(FORMS),
  schedule: z.string().optional(),
  tax_year: z.int(),
  object_id: z.string(),
})

const registrySource = z.strictObject({
  collection: z.literal('registry'),
  source: z.enum(['bmf', 'pub78', 'revocation']),
  as_of: z.string().optional(),
})

const restrictionSource = z.strictObject({
  collection: z.literal('restrictions'),
  source: z.enum(['sdn', 'sam']),
  as_of: z.string(),
})

const webSource = z.strictObject({
  collection: z.literal('enrichment'),
  source: z.literal('web'),
})

/** The sources of figures; `_src` of sections and items is a key of it. */
export const evidenceRegistry = component('EvidenceRegistry', {
  default: z
    .string()
    .optional()
    .describe('Source of all values that do not have a source of their own.'),
  sources: z.record(
    z.string(),
    z.union([filingSource, registrySource, restrictionSource, webSource]),
  ),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Sources of individual fields, keyed by their path in data, such as financials.revenue_growth.',
    ),
})
export type EvidenceRegistry = z.output<typeof evidenceRegistry>

type Source = EvidenceRegistry['sources'][string]

/** Returns the key of a source; `isTaken` says whether another source has the key. */
type NameSource = (source: Source, isTaken: (key: string) => boolean) => string

/** Collects the sources a response cites, each under the key that `name` gives it. */
export function openRegistry(name: NameSource = inTurn()) {
  const sources: EvidenceRegistry['sources'] = {}
  const keys = new Map<string, string>()
  // A page of 500 relationships cites thousands of lines from only a few parts.
  const read = new Map<string, string | undefined>()
  const register = (source: Source): string => {
    const identity = JSON.stringify(source)
    const known = keys.get(identity)
    if (known) return known
    const key = name(source, (taken) => Object.hasOwn(sources, taken))
    keys.set(identity, key)
    sources[key] = source
    return key
  }
  return {
    /** Returns the key of a Ref's source; undefined for derived and unreadable Refs. */
    cite(ref: string | undefined): string | undefined {
      // Every derived figure has a Ref of its own and no source, so parsing is skipped.
      if (ref === undefined || ref.startsWith('derived:')) return undefined
      const part = partOf(ref)
      const known = read.get(part)
      if (known !== undefined || read.has(part)) return known
      const source = sourceOf(part)
      const key = source && register(source)
      read.set(part, key)
      return key
    },
    sources,
  }
}

/**
 * Returns a filing's Ref up to its part, because a part has one source; returns other Refs whole.
 */
function partOf(ref: string): string {
  const path = ref.indexOf(':/')
  const below = path === -1 ? -1 : ref.indexOf('/', path + 2)
  return below === -1 ? ref : ref.slice(0, below)
}

/**
 * Returns names for lists of many organizations: filings f1, f2, …, registry extracts r1, r2, ….
 */
function inTurn(): NameSource {
  const counts = { f: 0, r: 0 }
  return (source) => {
    const letter = 'form' in source ? 'f' : 'r'
    counts[letter] += 1
    return `${letter}${counts[letter]}`
  }
}

/**
 * Names for one organization: `f990`, `schJ` for the filing an answer is about and its schedules,
 * `f990_2021`, `schJ_2021` for others, `bmf`, `pub78`, `revocation` for the registry.
 */
export const readable =
  (objectId: string | undefined): NameSource =>
  (source, isTaken) => {
    const key = 'form' in source ? nameFiling(source, objectId) : source.source
    if (!isTaken(key)) return key
    // Two filings of a form in one year, or rows of two extracts.
    let count = 2
    while (isTaken(`${key}_${count}`)) count += 1
    return `${key}_${count}`
  }

function nameFiling(source: z.output<typeof filingSource>, objectId: string | undefined): string {
  const plain = source.schedule ? `sch${source.schedule}` : `f${source.form}`
  return source.object_id === objectId ? plain : `${plain}_${source.tax_year}`
}

/**
 * Returns the source of a Ref: a filing or schedule, a registry extract, a restriction list, or a
 * website.
 */
export function sourceOf(ref: string): Source | undefined {
  const evidence = parseRef(ref)
  switch (evidence?.kind) {
    case 'filing': {
      const schedule = scheduleOf(evidence.path.split(/[/[]/)[1] ?? '')
      return {
        form: evidence.form,
        ...(schedule !== undefined && { schedule }),
        tax_year: evidence.taxYear,
        object_id: evidence.objectId,
      }
    }
    case 'bmf':
    case 'pub78':
      return { collection: 'registry', source: evidence.kind, as_of: evidence.asOf }
    case 'revocation':
      return { collection: 'registry', source: 'revocation' }
    case 'sdn':
    case 'sam':
      return { collection: 'restrictions', source: evidence.kind, as_of: evidence.asOf }
    case 'web':
      return { collection: 'enrichment', source: 'web' }
    default:
      return undefined
  }
}
