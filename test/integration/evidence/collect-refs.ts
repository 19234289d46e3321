/** A Ref in a response, with the value next to it. */
export type Met = { ref: string; value?: unknown; at: string }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Returns every Ref in a response of either surface with its value: `{Value, EvidenceRef}`, rows
 * `{Values, EvidenceRefs}`, `{value, ref}`, and elements `{Content, EvidenceRef}`.
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
  const { Value, EvidenceRef, Values, EvidenceRefs, value, ref } = body
  if (isText(EvidenceRef))
    met.push({ ref: EvidenceRef, at, ...('Value' in body && { value: Value }) })
  if (isText(ref)) met.push({ ref, at, ...('value' in body && { value }) })
  if (isObject(Values) && isObject(EvidenceRefs)) {
    for (const [key, cell] of Object.entries(EvidenceRefs)) {
      if (isText(cell)) met.push({ ref: cell, at: `${at}/${key}`, value: Values[key] })
    }
  }
  return met
}
