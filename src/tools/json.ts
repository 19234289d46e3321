import { cutFiled, toPlainFiled } from '../domain/filed-text.ts'

/** The longest text in a line: a long mission stays complete, and 25 texts fit a model's context. */
export const MAX_TEXT = 1_000
// Refs and XPaths number their steps in square brackets; an agent passes them back unchanged.
const PATH = /^[\w.:%/@-]+(?:\[\d+\][\w.:%/@-]*)*$/

type Reads = Map<object, Set<string>>
/** The names that were read of each object and list, while a result is written. */
let reads: Reads | undefined

/** Returns what a function returns, and the parts of JSON that it reads by `at`. */
export function recordReads<Written>(json: unknown, write: () => Written): [Written, unknown] {
  const own: Reads = new Map()
  reads = own
  try {
    const written = write()
    return [written, pick(json, own) ?? {}]
  } finally {
    reads = undefined
  }
}

/** Returns the values that were read, and the objects and lists around them; undefined if there are none. */
function pick(json: unknown, own: Reads): unknown {
  if (typeof json !== 'object' || json === null) return json
  const all = Object.entries(json)
  const picked = all.flatMap(([name, value]) => {
    const isRead =
      own.get(json)?.has(name) || (typeof value === 'object' && Object.keys(value ?? {}).length > 0)
    const part = isRead ? pick(value, own) : undefined
    return part === undefined ? [] : [[name, part] as const]
  })
  if (picked.length === 0 && all.length > 0) return undefined
  return Array.isArray(json) ? picked.map(([, part]) => part) : Object.fromEntries(picked)
}

/**
 * Returns the value at a path of names in JSON, such as "Hero.Financials.Revenue", or undefined. A name
 * may contain a dot, and "only" is the item of a list that has no other.
 */
export function at(json: unknown, path: string): unknown {
  const steps = path === '' ? [] : path.split('.')
  let value = json
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place] as string
    if (step === 'only' && Array.isArray(value) && value.length !== 1) return undefined
    const name = step === 'only' && Array.isArray(value) ? '0' : step
    const both = `${name}.${steps[place + 1]}`
    const own = [name, both].find((one) => has(value, one))
    if (own === undefined) return undefined
    if (own === both) place += 1
    value = readName(value as Record<string, unknown>, own)
  }
  return value
}

function readName(object: Record<string, unknown>, name: string): unknown {
  reads?.set(object, (reads.get(object) ?? new Set()).add(name))
  return object[name]
}

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** Returns the names and values of the object at a path, or the items of a list; empty if there is none. */
export function entriesAt(json: unknown, path: string): [name: string, value: unknown][] {
  const value = at(json, path)
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).map((name) => [name, readName(value as Record<string, unknown>, name)])
}

/** Returns the list at a path, empty if there is none. */
export const listAt = (json: unknown, path: string): unknown[] => {
  const value = at(json, path)
  return Array.isArray(value) ? value : []
}

export const numberAt = (json: unknown, path: string): number | undefined => {
  const value = at(json, path)
  return typeof value === 'number' ? value : undefined
}

/** Returns the text at a path on one line, without markup, cut at `MAX_TEXT`. */
export const textAt = (json: unknown, path: string): string | undefined => {
  const value = at(json, path)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  return PATH.test(value) ? value : cutFiled(toPlainFiled(value), MAX_TEXT)
}
