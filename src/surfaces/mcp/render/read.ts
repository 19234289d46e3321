/** The value at a path of names in a JSON answer; undefined where there is none. */
export const at = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    answer,
  )

/** The text there, else the number as a text; undefined for anything else. */
export function textAt(answer: unknown, ...path: string[]): string | undefined {
  const value = at(answer, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The number there; undefined for anything else. */
export function numberAt(answer: unknown, ...path: string[]): number | undefined {
  const value = at(answer, ...path)
  return typeof value === 'number' ? value : undefined
}

/** The list there; empty for anything else. */
export function listAt(answer: unknown, ...path: string[]): unknown[] {
  const value = at(answer, ...path)
  return Array.isArray(value) ? value : []
}

/** Nine digits: where the interface has an EIN as an integer its leading zero is lost. */
export const einAt = (answer: unknown, ...path: string[]): string | undefined =>
  textAt(answer, ...path)?.padStart(9, '0')
