import { z } from 'zod'
import { parseRef } from '../../domain/evidence.ts'

const filingSource = z.strictObject({
  form: z.string(),
  schedule: z.string().optional(),
  tax_year: z.int(),
  object_id: z.string(),
})

const registrySource = z.strictObject({
  collection: z.literal('registry'),
  source: z.enum(['bmf', 'pub78', 'revocation']),
  as_of: z.string().optional().describe('Month of the extract, YYYY-MM.'),
})

/** Where figures came from; B's sections and items name a key of it as `_src`. */
export const evidenceRegistry = z
  .strictObject({
    default: z.string().optional(),
    sources: z.record(z.string(), z.union([filingSource, registrySource])),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'EvidenceRegistry' })
export type EvidenceRegistry = z.output<typeof evidenceRegistry>

type Source = EvidenceRegistry['sources'][string]

/** Collects the sources a response cites: filings as f1, f2, …, registry extracts as r1, r2, …. */
export function openRegistry() {
  const sources: EvidenceRegistry['sources'] = {}
  const keys = new Map<string, string>()
  const counts = { f: 0, r: 0 }
  return {
    /** The key of the source a Ref names; undefined for derived and unreadable Refs. */
    cite(ref: string | undefined): string | undefined {
      const source = ref === undefined ? undefined : sourceOf(ref)
      if (source === undefined) return undefined
      const identity = JSON.stringify(source)
      const known = keys.get(identity)
      if (known) return known
      const letter = 'form' in source ? 'f' : 'r'
      counts[letter] += 1
      const key = `${letter}${counts[letter]}`
      keys.set(identity, key)
      sources[key] = source
      return key
    },
    sources,
  }
}

function sourceOf(ref: string): Source | undefined {
  const evidence = parseRef(ref)
  switch (evidence?.kind) {
    case 'filing':
      return { form: evidence.form, tax_year: evidence.taxYear, object_id: evidence.objectId }
    case 'bmf':
    case 'pub78':
      return { collection: 'registry', source: evidence.kind, as_of: evidence.asOf }
    case 'revocation':
      return { collection: 'registry', source: 'revocation' }
    default:
      return undefined
  }
}
