import { indexAlias } from '#mappings/companions.ts'
import type { SearchDeps } from '../search.ts'
import { buildRows, type GrantSearch } from './search-grants.ts'

/** Counts the rows that searches find by words and filters; 0 for undefined. */
export async function countGrants(
  { opensearch, indexPrefix }: SearchDeps,
  searches: readonly (GrantSearch | undefined)[],
): Promise<number[]> {
  const index = indexAlias(indexPrefix, 'grants')
  const none = { match_none: {} }
  const responses = await opensearch.msearch(
    searches.map((search) => ({
      index,
      body: { size: 0, track_total_hits: true, query: search ? buildRows(search, []) : none },
    })),
  )
  return responses.map(({ hits }) => hits.total?.value ?? 0)
}

const FIELDS = ['query.purpose', 'query.recipient'] as const

type Entry = { offset: number; length: number; options: { text: string }[] }

/**
 * Returns better spellings of words that occur in no purpose, or in no recipient's name: by the words
 * of purposes, of names, and of both.
 */
export async function respellGrantWords(
  { opensearch, indexPrefix }: SearchDeps,
  text: string,
): Promise<ReadonlyMap<string, string>[]> {
  if (text === '') return []
  const suggest = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      {
        text,
        term: { field, suggest_mode: 'missing', prefix_length: 1, min_word_length: 3, size: 1 },
      },
    ]),
  )
  const index = indexAlias(indexPrefix, 'grants')
  const { suggest: found = {} } = await opensearch.search({ index, body: { size: 0, suggest } })
  const [purposes = [], names = []] = FIELDS.map((field) =>
    ((found[field] ?? []) as Entry[]).flatMap(({ offset, length, options: [best] }) =>
      best ? [[text.slice(offset, offset + length), best.text] as const] : [],
    ),
  )
  return [purposes, names, [...names, ...purposes]]
    .filter((words) => words.length > 0)
    .map((words) => new Map(words))
}
