import type { Block } from '#src/domain/blocks.ts'
import type { CapturedFields } from '#src/domain/enrichment.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { readCapture } from '../store/read-capture.ts'
import { toWebEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

/**
 * A field of what the organization's website said, whether it still says it or not: every content
 * that was ever shown is kept.
 */
export async function resolveWeb(
  { postgres }: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: Extract<Evidence, { kind: 'web' }>,
): Promise<ResolvedEvidence | undefined> {
  if (evidence.ein !== ein) return undefined
  const capture = await readCapture(postgres, ein, evidence.contentId)
  const held = capture && readField(capture.fields, evidence.field)
  if (capture === undefined || held === undefined) return undefined
  const found = toWebEvidence(evidence, capture.source)
  return typeof held === 'string'
    ? { evidence: found, value: held }
    : { evidence: found, element: held }
}

const FIELD = /^(\w+)(?:\[(\d+)\])?$/

/** A text, or an entry of a list or an icon with its parts; lists have no value as a whole. */
function readField(fields: CapturedFields, field: string): string | Block | undefined {
  const [, name = '', index] = FIELD.exec(field) ?? []
  // Own keys only: "constructor" in a client's Ref must not reach Object.prototype.
  if (!Object.hasOwn(fields, name)) return undefined
  const held = fields[name as keyof CapturedFields]
  if (Array.isArray(held)) return index === undefined ? undefined : held[Number(index) - 1]
  return index === undefined ? held : undefined
}
