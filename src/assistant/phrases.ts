type Lists = Readonly<Record<string, string | readonly string[]>>

/**
 * Returns the source of a regular expression that matches any of the phrases. ` | ` separates
 * phrases, `(a|b)` only groups, and `<name>` stands for any phrase of the list with that name.
 */
export function patternOf(phrases: string | readonly string[], lists: Lists = {}): string {
  return [phrases]
    .flat()
    .join(' | ')
    .trim()
    .replaceAll(/\s+\|\s+/g, '|')
    .replaceAll(/(?<!\(\?)<(\w+)>/g, (_, name: string) => {
      const list = lists[name]
      if (list === undefined) throw new Error(`There is no phrase list named ${name}.`)
      return `(?:${patternOf(list)})`
    })
    .replaceAll(/(?<!\\)\((?!\?)/g, '(?:')
}

/** Returns an expression that matches any of the phrases as whole words. */
export const anyOf = (flags: string, phrases: string): RegExp =>
  new RegExp(String.raw`\b(?:${patternOf(phrases)})\b`, flags)
