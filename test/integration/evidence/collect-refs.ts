/** A Ref in a response, with the value next to it. */
export type Met = { ref: string; value?: unknown; at: string }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Returns every Ref in a response of either surface with its value: `{Value, EvidenceRef}`, rows
 * `{Values, EvidenceRefs}`, `{value, ref}`, elements `{Content, EvidenceRef}`, and fields whose paths
 * are the keys of `EvidenceRefs`. A list of Refs has no value.
 */
export function collectRefs(body: unknown, at = ''): Met[] {
  if (Array.isArray(body)) return body.flatMap((item, place) => collectRefs(item, `${at}/${place}`))
  if (!isObject(body)) return []
  return [
    ...ownRefs(body, at),
    ...Object.entries(body).flatMap(([key, value]) => collectRefs(value, `${at}/${key}`)),
  ]
}

function ownRefs(body: Json, at: string): Met[] {
  const met: Met[] = []
  const { Value, EvidenceRef, EvidenceRefs, value, ref } = body
  if (isText(EvidenceRef))
    met.push({ ref: EvidenceRef, at, ...('Value' in body && { value: Value }) })
  if (isText(ref)) met.push({ ref, at, ...('value' in body && { value }) })
  if (Array.isArray(EvidenceRefs))
    met.push(...EvidenceRefs.filter(isText).map((one) => ({ ref: one, at })))
  else if (isObject(EvidenceRefs)) {
    for (const [key, cell] of Object.entries(EvidenceRefs)) {
      const own = isObject(cell) ? cell.Ref : cell
      if (isText(own)) met.push({ ref: own, at: `${at}/${key}`, ...valueAt(body, key) })
    }
  }
  return met
}

/** Returns a cell of a row; of a field by its path only a number, because texts may be composed. */
function valueAt(body: Json, path: string): { value?: unknown } {
  if (isObject(body.Values)) return { value: body.Values[path] }
  const value = path.split('.').reduce<unknown>((one, key) => (one as Json)?.[key], body)
  return typeof value === 'number' ? { value } : {}
}
