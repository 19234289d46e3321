import { cutFiled, toFiledName, toFiledPlace, toPlainFiled } from '../domain/filed-text.ts'

/** The longest text in a line: a long mission stays complete, and 25 texts fit a model's context. */
export const MAX_TEXT = 1_000
// Refs and XPaths number their steps in square brackets; an agent passes them back unchanged.
const PATH = /^[\w.:%/@-]+(?:\[\d+\][\w.:%/@-]*)*$/

/**
 * Returns the value at a path of names in JSON, such as "Hero.Financials.Revenue", or undefined. A name
 * may contain a dot, and "only" is the item of a list that has no other.
 */
export function at(json: unknown, path: string): unknown {
  const steps = path === '' ? [] : path.split('.')
  let value = json
  for (let place = 0; place < steps.length; place += 1) {
    const name = steps[place] as string
    const both = `${name}.${steps[place + 1]}`
    if (name === 'only' && Array.isArray(value)) value = value.length === 1 ? value[0] : undefined
    else if (has(value, name)) value = value[name]
    else if (has(value, both)) {
      value = value[both]
      place += 1
    } else return undefined
  }
  return value
}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

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

/** Returns the filed name at a path, quoted if it could be read as more than a name. */
export const nameAt = (json: unknown, path: string): string | undefined => {
  const value = at(json, path)
  return typeof value === 'string' && value !== '' ? toFiledName(value) : undefined
}

/** Returns the filed place at a path, quoted if it could be read as more than a place. */
export const placeAt = (json: unknown, path: string): string | undefined => {
  const value = at(json, path)
  return typeof value === 'string' && value !== '' ? toFiledPlace(value) : undefined
}
