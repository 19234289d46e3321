import { withoutFunctionWords } from '../../domain/function-words.ts'
import { withoutGrantNouns } from '../../domain/grant-purpose.ts'
import { US_STATES } from '../../domain/places.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import type { SortOrder } from '../params.ts'
import type { GrantFilters, GrantSort } from './params.ts'

/** Words of a query and their meaning. */
export type GrantPhrase = { phrase: string; meaning: string }

/** What a query in plain words asks for besides the purpose. */
export type GrantReading = {
  /** The words of the purpose; empty if the phrases cover everything. */
  text: string
  filters: Pick<GrantFilters, 'states' | 'minAmount' | 'maxAmount' | 'minYear' | 'maxYear'>
  sort?: GrantSort
  order?: SortOrder
  phrases: GrantPhrase[]
  /** Phrases that are neither filters nor searched. */
  notUnderstood: string[]
}

type Key = keyof GrantReading['filters'] | 'sort'

/**
 * Reads amount, state, years, and order in a query. Parameters in `given` win over its words.
 */
export function interpretGrants(query: string, given: ReadonlySet<Key>): GrantReading {
  const { text: withoutYears, ...years } = takeYears(query)
  const found = interpretQuery(withoutYears, { amountsAre: 'grant' })
  const reading: GrantReading = { text: '', filters: {}, phrases: [], notUnderstood: [] }
  const add = (key: Key, phrase: string, meaning: string, value: object) => {
    if (given.has(key)) return
    Object.assign(key === 'sort' ? reading : reading.filters, value)
    reading.phrases.push({ phrase, meaning })
  }
  if (years.phrase !== undefined) {
    const { phrase, minYear, maxYear } = years
    if (minYear) add('minYear', phrase, `tax year ${minYear} or later`, { minYear })
    if (maxYear) add('maxYear', phrase, `tax year ${maxYear} or earlier`, { maxYear })
  }
  const { amount, sort, order, filters } = found
  for (const { key, phrase, meaning } of found.phrases) {
    if (key === 'minAmount' || key === 'maxAmount') {
      add(key, phrase, meaning, { [key]: key === 'minAmount' ? amount?.min : amount?.max })
    } else if (key === 'worksInStates' && filters.worksInStates) {
      const labels = filters.worksInStates.map((code) => US_STATES[code] ?? code)
      const states = filters.worksInStates
      add('states', phrase, `recipient in ${LIST.format(labels)}`, { states })
    } else if (key === 'sort' && (sort === 'Revenue' || sort === 'Recent')) {
      const own = sort === 'Revenue' ? 'Amount' : 'Year'
      const first = ENDS[own][order ?? 'desc']
      add('sort', phrase, `sorted by ${own.toLowerCase()}, ${first} first`, { sort: own, order })
    } else if (key !== 'cause' && key !== 'ein') {
      reading.notUnderstood.push(phrase)
    }
  }
  reading.notUnderstood.push(...found.notUnderstood.map(({ phrase }) => phrase))
  // "grants in Ohio" means all of them.
  const isPurpose = /[\p{L}\p{N}]/u.test(withoutGrantNouns(withoutFunctionWords(found.text)))
  return { ...reading, text: isPurpose ? found.text : '' }
}

const ENDS = {
  Amount: { desc: 'largest', asc: 'smallest' },
  Year: { desc: 'newest', asc: 'oldest' },
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

const YEAR = '(?:19[89]|20[0-4])\\d'
const YEARS: readonly [pattern: RegExp, read: (first: number, last: number) => YearBounds][] = [
  [
    new RegExp(
      `\\b(?:(?:from|between|in) )?(${YEAR})\\s?(?:-|–|to|and|through|until)\\s?(${YEAR})\\b`,
      'i',
    ),
    (minYear, maxYear) => ({ minYear, maxYear }),
  ],
  [new RegExp(`\\b(?:since|from) (${YEAR})\\b`, 'i'), (minYear) => ({ minYear })],
  [new RegExp(`\\bafter (${YEAR})\\b`, 'i'), (year) => ({ minYear: year + 1 })],
  [new RegExp(`\\b(?:until|through|up to) (${YEAR})\\b`, 'i'), (maxYear) => ({ maxYear })],
  [new RegExp(`\\bbefore (${YEAR})\\b`, 'i'), (year) => ({ maxYear: year - 1 })],
  [
    new RegExp(`\\b(?:in|during|for) (${YEAR})\\b`, 'i'),
    (year) => ({ minYear: year, maxYear: year }),
  ],
]

type YearBounds = { minYear?: number; maxYear?: number }

/** Takes the first phrase that names tax years from a text. */
function takeYears(text: string): YearBounds & { text: string; phrase?: string } {
  for (const [pattern, read] of YEARS) {
    const match = pattern.exec(text)
    if (!match) continue
    const [phrase, first, last] = match
    const rest = text.slice(0, match.index) + text.slice(match.index + phrase.length)
    return {
      ...read(Number(first), Number(last)),
      phrase,
      text: rest.replaceAll(/\s+/g, ' ').trim(),
    }
  }
  return { text }
}
