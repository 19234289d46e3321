import { type IndexKind, indexAlias } from '#mappings/companions.ts'
import type { SearchDeps } from '../search.ts'

type Entry = { offset: number; length: number; options: { text: string }[] }

/**
 * Returns better spellings of words of a text that occur in no document: by the words of the first field,
 * of the second one, and of both. Throws ApiError SearchUnavailable or IndexNotReady.
 */
export async function respellWords(
  { opensearch, indexPrefix }: Pick<SearchDeps, 'opensearch' | 'indexPrefix'>,
  kind: IndexKind,
  fields: readonly [string, string],
  text: string,
): Promise<ReadonlyMap<string, string>[]> {
  if (text === '') return []
  const suggest = Object.fromEntries(
    fields.map((field) => [
      field,
      {
        text,
        term: { field, suggest_mode: 'missing', prefix_length: 1, min_word_length: 3, size: 1 },
      },
    ]),
  )
  const index = indexAlias(indexPrefix, kind)
  const { suggest: found = {} } = await opensearch.search({ index, body: { size: 0, suggest } })
  const [first = [], second = []] = fields.map((field) =>
    ((found[field] ?? []) as Entry[]).flatMap(({ offset, length, options: [best] }) =>
      best ? [[text.slice(offset, offset + length), best.text] as const] : [],
    ),
  )
  return [first, second, [...second, ...first]]
    .filter((words) => words.length > 0)
    .map((words) => new Map(words))
}

/** Returns a text with its words in other spellings. */
export const respelled = (text: string, words: ReadonlyMap<string, string>): string =>
  [...words].reduce((query, [word, better]) => query.replace(word, better), text)
