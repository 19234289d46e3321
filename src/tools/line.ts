/** A value as people read it, with the Ref that proves it. */
export type Value = {
  /** As printed, such as "$1,234" or "84.9%". */
  text: string
  /** What it is, such as "Total revenue". */
  label: string
  value: number | string | boolean
  /** Absent if no single filed value contains it, such as a count of rows. */
  ref?: string
}

/** One line of text: words, and the values in them. */
export type Line = readonly (string | Value)[]

/** Returns a line without Refs. */
export const textOf = (line: Line): string =>
  line
    .map((part) => (typeof part === 'string' ? part.replace(/^\[.*\]$/, '') : part.text))
    .join('')
    .trimEnd()

/** Returns a line with the Ref of each value in square brackets after it. */
export const citedTextOf = (line: Line): string =>
  line
    .map((part) => {
      if (typeof part === 'string') return part
      return part.ref === undefined ? part.text : `${part.text} [${part.ref}]`
    })
    .join('')

/** Returns the values of a line, in order. */
export const valuesOf = (line: Line): Value[] => line.filter((part) => typeof part !== 'string')

/** A template tag for lines: line`Revenue was ${value}.` Undefined parts are left out. */
export const line = (
  texts: TemplateStringsArray,
  ...parts: readonly (string | number | Value | Line | undefined)[]
): Line =>
  texts.flatMap((text, at) => {
    const part = parts[at]
    if (part === undefined || part === '') return [text]
    if (Array.isArray(part)) return [text, ...part]
    return [text, typeof part === 'number' ? String(part) : (part as string | Value)]
  })
