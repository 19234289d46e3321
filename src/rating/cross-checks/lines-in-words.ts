import { groupBy } from '../../domain/es2024.ts'
import { lineOf } from '../../domain/facts/catalogue.ts'
import { listInWords } from '../../domain/words.ts'

type Lines = { part: string; lines: string[]; columns: string[] }

/**
 * Returns the lines of several leaves briefly: "Part I, lines 8, 9, and 11"; "Part IX, line 25,
 * columns (B), (C), and (D)"; "Part X, line 26; Part I, line 21".
 */
export function linesInWords(paths: readonly string[], schemaVersion: string | null): string {
  const found = paths.map((path) => toLines(lineOf(path, schemaVersion ?? undefined) ?? ''))
  const byColumn = merge(found, 'lines', ({ part, columns }) => `${part}|${columns}`)
  const byLine = merge(byColumn, 'columns', ({ part, lines }) => `${part}|${lines}`)
  return byLine.map(inWords).join('; ')
}

function toLines(text: string): Lines {
  const [, part = text, line, column] = /^(.*), line ([^,]+)(?:, column (.*))?$/.exec(text) ?? []
  return { part, lines: line ? [line] : [], columns: column ? [column] : [] }
}

/** Merges entries with the same key, and joins their `list`. */
function merge(
  found: readonly Lines[],
  list: 'lines' | 'columns',
  keyOf: (one: Lines) => string,
): Lines[] {
  const groups = groupBy(found, keyOf)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others].flatMap((one) => one[list])
    return [{ ...first, [list]: [...new Set(all)] }]
  })
}

const inWords = ({ part, lines, columns }: Lines): string =>
  [part, counted('line', lines), counted('column', columns)].filter(Boolean).join(', ')

const counted = (name: string, words: readonly string[]): string =>
  words.length === 0 ? '' : `${name}${words.length === 1 ? '' : 's'} ${listInWords(words)}`
