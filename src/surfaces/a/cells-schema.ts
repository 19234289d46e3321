import { z } from 'zod'

type Kinds = { string: string; number: number; boolean: boolean }
type Kind = keyof Kinds

/**
 * An object of any keys whose values are of some plain kinds, as `z.record` of them, described the
 * same. It is one loop: `z.record` runs a schema for each key and each value, which for a page of
 * 200 rows was nine tenths of checking it.
 */
export function cellsOf<const One extends Kind>(...kinds: readonly One[]) {
  const [only] = kinds
  return z
    .custom<Record<string, Kinds[One]>>((value) => isRecordOf(value, kinds), {
      error: `Expected an object of ${kinds.join(', ')}`,
    })
    .meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: { type: kinds.length === 1 && only ? only : [...kinds] },
    })
}

function isRecordOf(value: unknown, kinds: readonly Kind[]): boolean {
  if (!z.core.util.isPlainObject(value)) return false
  const allowed: readonly string[] = kinds
  return Object.values(value).every(
    (one) => allowed.includes(typeof one) && (typeof one !== 'number' || Number.isFinite(one)),
  )
}
