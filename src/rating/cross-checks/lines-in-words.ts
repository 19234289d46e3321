import { lineOf } from '../../domain/facts/catalogue.ts'

type Place = { part: string; lines: string[]; columns: string[] }

/**
 * Where several leaves stand, in as few words as name them all: "Part I, lines 8, 9 and 11";
 * "Part IX, line 25, columns (B), (C) and (D)"; "Part X, line 26; Part I, line 21".
 */
export function linesInWords(paths: readonly string[], schemaVersion: string | null): string {
  const places = paths.map((path) => toPlace(lineOf(path, schemaVersion ?? undefined) ?? ''))
  const byColumn = merge(places, 'lines', ({ part, columns }) => `${part}|${columns}`)
  const byLine = merge(byColumn, 'columns', ({ part, lines }) => `${part}|${lines}`)
  return byLine.map(inWords).join('; ')
}

function toPlace(text: string): Place {
  const [, part = text, line, column] = /^(.*), line ([^,]+)(?:, column (.*))?$/.exec(text) ?? []
  return { part, lines: line ? [line] : [], columns: column ? [column] : [] }
}

/** Puts those of the same key together, with all that they have in the list named. */
function merge(
  places: readonly Place[],
  list: 'lines' | 'columns',
  keyOf: (place: Place) => string,
): Place[] {
  const groups = Map.groupBy(places, keyOf)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first, ...others].flatMap((place) => place[list])
    return [{ ...first, [list]: [...new Set(all)] }]
  })
}

const inWords = ({ part, lines, columns }: Place): string =>
  [part, counted('line', lines), counted('column', columns)].filter(Boolean).join(', ')

const counted = (name: string, words: readonly string[]): string =>
  words.length === 0 ? '' : `${name}${words.length === 1 ? '' : 's'} ${listInWords(words)}`

/** "a", "a and b", "a, b and c". */
export function listInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
