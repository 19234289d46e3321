import escapeRegExp from 'escape-string-regexp'
import { DEEPEST_HIT } from '#src/search/search.ts'
import type { FoundSearch } from './run-search.ts'
import { SORT_WORDS } from './words.ts'

/** How many were found and of what, in a sentence that claims no more than is known. */
export function tellFound({ outcome, interpretation }: FoundSearch): string {
  const { found, foundRelation } = outcome
  const { mode, text, sort } = interpretation
  if (found === 0) return 'No organization was found.'
  const many = `${found.toLocaleString('en-US')} ${found === 1 ? 'organization' : 'organizations'}`
  if (mode === 'Discovery' && text !== '') {
    if (foundRelation === 'exact') return `${many} found by what they do.`
    return sort === 'Relevance'
      ? `At least ${many} found by what they do; the nearest ${found} are ranked here, and filters count these.`
      : `At least ${many} found by what they do: those near to the words, by ${SORT_WORDS[sort].toLowerCase()}.`
  }
  if (mode === 'Discovery') return `${many} in all.`
  return `${many} found by name.`
}

/** The last page there is; pages end at the 10,000th hit. */
export const lastPage = (found: number, limit: number): number =>
  Math.max(1, Math.min(Math.ceil(found / limit), Math.floor(DEEPEST_HIT / limit)))

/** Whether more were found than pages reach. */
export const isBeyondPages = (found: number): boolean => found > DEEPEST_HIT

/**
 * The query without words that were read as something else, which are whole words ("Ohio" is none
 * of "Ohioan"); undefined where they are not in it.
 */
export function withoutPhrase(query: string, phrase: string): string | undefined {
  if (phrase === '') return undefined
  const words = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(phrase)}(?![\\p{L}\\p{N}])`, 'u')
  const at = query.search(words)
  if (at === -1) return undefined
  return `${query.slice(0, at)} ${query.slice(at + phrase.length)}`.replaceAll(/\s+/g, ' ').trim()
}
