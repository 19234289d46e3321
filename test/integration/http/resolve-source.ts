import type { EvidenceRegistry } from '../../../src/api/b/evidence.ts'

type Node = { [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const srcOf = (value: unknown): string | undefined =>
  isNode(value) && typeof value._src === 'string' ? value._src : undefined

/**
 * Returns the key of the source of the value at a path of `data`, steps joined by dots
 * (`people.3.other_compensation`). Interface part 2.2: the response's default, then the section's
 * `_src`, then `fields[path]`, then the item's own `_src`; the later wins. A section is a field of
 * `data`; of several items around a value, the innermost counts.
 */
export function resolveSource(
  data: { evidence: EvidenceRegistry },
  path: string,
): string | undefined {
  const steps = path.split('.')
  let source = data.evidence.default
  let own: string | undefined
  let value: unknown = data
  for (const [at, step] of steps.entries()) {
    value = isNode(value) ? value[step] : undefined
    const found = srcOf(value)
    if (found === undefined) continue
    if (at === 0) source = found
    else own = found
  }
  return own ?? fieldSource(data.evidence, steps) ?? source
}

// A field's source also applies to everything below it, for example `value` of a figure.
function fieldSource({ fields = {} }: EvidenceRegistry, steps: string[]): string | undefined {
  for (let count = steps.length; count > 0; count -= 1) {
    const path = steps.slice(0, count).join('.')
    if (Object.hasOwn(fields, path)) return fields[path]
  }
  return undefined
}
