import { lineOf } from '../../domain/facts/catalogue.ts'

type Group = { part: string; column: string; lines: string[] }

/**
 * Where several leaves stand, in as few words as name them all: "Part I, lines 8, 9 and 11";
 * "Part X, line 26, column (B); Part I, line 21".
 */
export function linesInWords(paths: readonly string[], schemaVersion: string | null): string {
  const groups: Group[] = []
  for (const path of paths) {
    const text = lineOf(path, schemaVersion ?? undefined) ?? ''
    const [, part = '', line = '', column = ''] = /^(.*), line ([^,]+)(, .*)?$/.exec(text) ?? []
    const group = groups.find((one) => one.part === part && one.column === column)
    if (!group) groups.push({ part, column, lines: [line] })
    else if (!group.lines.includes(line)) group.lines.push(line)
  }
  return groups.map(inWords).join('; ')
}

const inWords = ({ part, column, lines }: Group): string =>
  `${part}, ${lines.length === 1 ? 'line' : 'lines'} ${listInWords(lines)}${column}`

/** "a", "a and b", "a, b and c". */
export function listInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
