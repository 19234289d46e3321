import { withoutGrantNouns } from '../../domain/grant-purpose.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { US_STATES } from '../../domain/places.ts'
import { withoutFunctionWords } from '../../domain/word-lists.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import type { SortOrder } from '../params.ts'
import { BEST_HIT, type SearchDeps, searchOrganizations } from '../search.ts'
import { type GrantFilters, toSide } from './filters.ts'
import type { GrantSort } from './search-grants.ts'

/** Words of a query and their meaning. */
type GrantPhrase = { phrase: string; meaning: string }

/** What a query in plain words asks for besides the purpose. */
export type GrantReading = {
  /** The words of the purpose; empty if the phrases cover everything. */
  text: string
  filters: Pick<
    GrantFilters,
    | 'funder'
    | 'recipient'
    | 'states'
    | 'city'
    | 'funderStates'
    | 'minAmount'
    | 'maxAmount'
    | 'minYear'
    | 'maxYear'
  >
  sort?: GrantSort
  order?: SortOrder
  phrases: GrantPhrase[]
  /** Phrases that are neither filters nor searched. */
  notUnderstood: string[]
}

type Key = keyof GrantReading['filters'] | 'sort'

/**
 * Reads the sides, amount, state, years, and order in a query. Parameters in `given` win over its words.
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
    } else if (key === 'funder' || key === 'recipient') {
      add(key, phrase, meaning, { [key]: toSide(found[key] ?? '') })
    } else if (key === 'funderStates') {
      add(key, phrase, meaning, { [key]: found[key] })
    } else if (key === 'city' && filters.city !== undefined) {
      add(
        'city',
        phrase,
        meaning.replace('registered', 'recipient'),
        knownFields({ city: filters.city, states: filters.state ? [filters.state] : undefined }),
      )
    } else if (key === 'state' || key === 'worksInStates') {
      const states = filters.worksInStates ?? [filters.state ?? '']
      const labels = states.map((code) => US_STATES[code] ?? code)
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

/**
 * Returns the reading with the EIN of a side that names one organization, or that is close to only one
 * name. A recipient in small letters that no organization is called is a purpose: "who funds adult
 * literacy". Throws ApiError SearchUnavailable or IndexNotReady.
 */
export async function resolveSides(deps: SearchDeps, reading: GrantReading): Promise<GrantReading> {
  let { text, filters, phrases } = reading
  for (const key of ['funder', 'recipient'] as const) {
    const side = filters[key]
    if (!side || !('name' in side)) continue
    const ask = async (closeness: 'Close' | 'Misspelt') => {
      const asked = { ...BEST_HIT, query: side.name, mode: 'Identity', filters: {} } as const
      return (await searchOrganizations(deps, { ...asked, closeness })).resolution
    }
    const { status, ein } = (await ask('Close')) ?? {}
    const isNamed = status === 'Exact' || status === 'Ambiguous'
    if (ein !== undefined) {
      filters = { ...filters, [key]: { ein } }
    } else if (key === 'recipient' && !isNamed && side.name === side.name.toLowerCase()) {
      const { recipient: _, ...others } = filters
      filters = others
      text = `${side.name} ${text}`.trim()
      phrases = phrases.filter(({ meaning }) => !meaning.endsWith(side.name))
    } else if (status === 'None') {
      const [closest, ...others] = (await ask('Misspelt'))?.candidates ?? []
      if (!closest || others.length > 0) continue
      filters = { ...filters, [key]: { ein: closest.ein } }
      const name = `${closest.name}, the closest name`
      phrases = phrases.map(({ phrase, meaning }) => ({
        phrase,
        meaning: meaning.endsWith(side.name) ? meaning.replace(side.name, name) : meaning,
      }))
    }
  }
  return { ...reading, text, filters, phrases }
}

const BOUNDS = ['minAmount', 'maxAmount', 'minYear', 'maxYear'] as const

const isBound = (key: string): key is (typeof BOUNDS)[number] => BOUNDS.some((one) => one === key)

const ENDS = {
  Amount: { desc: 'largest', asc: 'smallest' },
  Year: { desc: 'newest', asc: 'oldest' },
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })
