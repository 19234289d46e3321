import { withoutGrantNouns } from '../../domain/grant-purpose.ts'
import { US_STATES } from '../../domain/places.ts'
import { withoutFunctionWords } from '../../domain/word-lists.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import type { SortOrder } from '../params.ts'
import type { GrantFilters } from './filters.ts'
import type { GrantSort } from './search-grants.ts'

/** Words of a query and their meaning. */
type GrantPhrase = { phrase: string; meaning: string }

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
export function interpretGrants(query: string, given: ReadonlySet<string>): GrantReading {
  const found = interpretQuery(query, 'grants')
  const reading: GrantReading = { text: '', filters: {}, phrases: [], notUnderstood: [] }
  const add = (key: Key, phrase: string, meaning: string, value: object) => {
    if (given.has(key)) return
    Object.assign(key === 'sort' ? reading : reading.filters, value)
    reading.phrases.push({ phrase, meaning })
  }
  const { sort, order, filters } = found
  for (const { key, phrase, meaning } of found.phrases) {
    if (isBound(key)) {
      add(key, phrase, meaning, { [key]: found[key] })
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

const BOUNDS = ['minAmount', 'maxAmount', 'minYear', 'maxYear'] as const

const isBound = (key: string): key is (typeof BOUNDS)[number] => BOUNDS.some((one) => one === key)

const ENDS = {
  Amount: { desc: 'largest', asc: 'smallest' },
  Year: { desc: 'newest', asc: 'oldest' },
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })
