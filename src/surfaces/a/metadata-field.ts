import { z } from 'zod'
import { maskKeys } from '../../logging.ts'
import { whyUnstorable } from './body-fields.ts'

/**
 * A request's parameters, an excerpt of its answer, names and versions fit well; whole answers do
 * not belong here, since people read this in a mail or a terminal.
 */
const MAX_BYTES = 16 * 1024
/** Deeper than any answer of this API is nested; what walks it stays far from the stack's end. */
const MAX_DEPTH = 8

/** An open object, bounded in bytes and depth; API keys in it are masked. */
export const metadataField = (description: string) =>
  z
    .record(z.string(), z.unknown(), { error: 'must be an object' })
    .transform((given, check) => {
      const fault = faultOf(given)
      if (fault === undefined) return masked(given) as object
      check.addIssue({ code: 'custom', message: fault, params: { type: 'invalid_metadata' } })
      return z.NEVER
    })
    .meta({ type: 'object', additionalProperties: true, description })

function faultOf(given: object): string | undefined {
  // Depth first: the rest walks all of it.
  if (!isShallow(given, MAX_DEPTH)) return `must be nested at most ${MAX_DEPTH} levels deep`
  const bytes = Buffer.byteLength(JSON.stringify(given))
  if (bytes > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes of JSON; it has ${bytes}`
  return faultIn(given)
}

const LARGEST = Number.MAX_SAFE_INTEGER

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

function faultIn(value: unknown): string | undefined {
  if (typeof value === 'string') return whyUnstorable(value)
  // Beyond it numbers are read as their neighbours, and would not be stored as they were sent.
  if (typeof value === 'number') {
    const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER
    return isExact ? undefined : `must not contain a number beyond ${LARGEST}; send it as a text`
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const fault = whyUnstorable(name) ?? faultIn(inner)
    if (fault !== undefined) return fault
  }
  return undefined
}

// Text by text: in JSON as a whole, the mask would take escapes and quotes with it.
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskKeys(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(masked)
  const named = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(value)) {
    const shown = maskKeys(name)
    let free = shown
    // Names that differ in their keys alone; each keeps its value.
    for (let n = 2; named.has(free) || (n > 2 && free in value); n += 1) free = `${shown} (${n})`
    named.set(free, masked(inner))
  }
  return Object.fromEntries(named)
}
