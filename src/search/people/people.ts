import type { PersonDisplay } from '#mappings/people.ts'
import { type PersonTerms, personForm, personTerms } from '../../domain/person-names.ts'
import { einOf, queryText } from '../../platform/parameters.ts'
import { buildPage, FACETS, type Facet, type PageOutcome } from '../facets.ts'
import { state } from '../filter-parameters.ts'
import { buildClauses, type Clause, type FiltersOf, filterOf } from '../filter-table.ts'
import { firstOrder, type SortOrder } from '../params.ts'

/** The facets of people. */
export const PEOPLE_FACETS = {
  State: { ...FACETS.State, toSetting: (State: string) => ({ State }) },
} satisfies Record<string, Facet>

const filter = filterOf<keyof typeof PEOPLE_FACETS, never>()

/** The filters of a search of people, in the order of surface A. */
export const PEOPLE_FILTERS = {
  /** `buildPeopleSearch` compares it. */
  Name: filter({
    key: 'name',
    parameter: queryText(
      'Name of the person, in any order. Middle names and initials are optional.',
    ).optional(),
    label: 'Name',
  }),
  State: filter({
    key: 'state',
    parameter: state("State or territory of the organization's registration, by code or name."),
    facet: 'State',
    clause: (code) => ({ term: { 'filter.state': code } }),
    label: 'State of the organization',
  }),
  EIN: filter({
    key: 'ein',
    parameter: einOf(
      'Lists only people of this organization. A leading zero is optional.',
    ).optional(),
    clause: (ein) => ({ term: { ein } }),
    label: 'EIN of the organization',
  }),
}

/** What to find: people of a name, of an organization, or both. */
export type PeopleFilters = FiltersOf<typeof PEOPLE_FILTERS>

/** Orders of people. The index has no pay and no name of the organization to sort by. */
export const PERSON_SORTS = ['Relevance', 'Name', 'Year'] as const
type PersonSort = (typeof PERSON_SORTS)[number]

export type PeopleParams = PeopleFilters & {
  /** Defaults to `Relevance`: the best match, or without a name the latest year. */
  sort?: PersonSort | undefined
  /** Defaults to `asc` for `Name` and to `desc` for `Year`. */
  order?: SortOrder | undefined
  page: number
  limit: number
  facets: boolean
}

/**
 * How a name matches. `Reordered`: the same words in another order. `MiddleNames`: first and last name
 * agree, and middle names do not contradict. `Words`: the entry has all words. `Fuzzy`: misspelled.
 * `EIN`: no name was asked for.
 */
export const PERSON_MATCHES = [
  'ExactName',
  'Reordered',
  'MiddleNames',
  'Words',
  'Fuzzy',
  'EIN',
] as const
export type PersonMatch = (typeof PERSON_MATCHES)[number]

/** An entry of another organization with the same name, and the reasons why it may be one person. */
export type PossiblySame = {
  ein: string
  organization: string
  likelihood: 'Likely' | 'Possible'
  why: string[]
}

export type PersonHit = {
  ein: string
  display: PersonDisplay
  match: PersonMatch
  possiblySame: PossiblySame[]
}

export type PeopleOutcome = PageOutcome<'State'> & { hits: PersonHit[] }

/** Names the ranking; raise it with every change of a boost. */
export const PEOPLE_RANKING = 'people-1'

// Scores add up, so that a better kind of match always stands before the next one.
const BOOSTS = { ExactName: 8, Reordered: 4, MiddleNames: 2, Words: 1 } as const

const constant = (filter: Clause, boost: number, name?: PersonMatch): Clause => ({
  constant_score: { filter, boost, ...(name && { _name: name }) },
})

/** Matches entries that have all words of a name, apart from middle names. */
function buildWhole({ words, keys, initials }: PersonTerms): Clause {
  const forms = keys.flatMap((key) => {
    const own = initials.get(key) ?? []
    // An entry without a middle name contradicts none.
    return own.length === 0 ? [] : [personForm(key), ...own.map((one) => personForm(key, one))]
  })
  const plain = keys.filter((key) => (initials.get(key) ?? []).length === 0)
  const agreeing = [{ terms: { 'query.key': plain } }, { terms: { 'query.form': forms } }]
  const all = { match: { 'query.name': { query: words.join(' '), operator: 'and' } } }
  const should = [
    constant({ term: { 'query.words': words.join(' ') } }, BOOSTS.ExactName, 'ExactName'),
    constant({ term: { 'query.bag': words.toSorted().join(' ') } }, BOOSTS.Reordered, 'Reordered'),
    constant({ bool: { should: agreeing } }, BOOSTS.MiddleNames, 'MiddleNames'),
    constant(all, BOOSTS.Words, 'Words'),
  ]
  return { bool: { should, minimum_should_match: 1 } }
}

// Two edits in a word of five letters leave little of it.
const TWO_EDITS = 6

// Each word is compared with the whole dictionary, and no name has more.
const MAX_WORDS = 8

/**
 * Matches entries with misspellings. Of three or more words, one may be missing, because many lists
 * have no middle names. Initials only order.
 */
function buildMisspelled({ words }: PersonTerms): Clause {
  const first = words.slice(0, MAX_WORDS)
  const whole = first.filter((word) => word.length > 1)
  const initials = first.filter((word) => word.length === 1)
  const spelled = {
    bool: {
      should: whole.map(likeWord),
      minimum_should_match: whole.length > 2 ? whole.length - 1 : whole.length,
    },
  }
  const should = initials.map((word) => constant({ term: { 'query.name': word } }, 1))
  return { bool: { must: [spelled], should } }
}

// Without `prefix_length`, two edits compare a word with nearly the whole dictionary.
const likeWord = (word: string): Clause => ({
  dis_max: {
    queries: [
      constant({ term: { 'query.name': word } }, 4),
      constant({ fuzzy: { 'query.name': { value: word, fuzziness: 1 } } }, 2),
      ...(word.length < TWO_EDITS
        ? []
        : [
            constant(
              { fuzzy: { 'query.name': { value: word, fuzziness: 2, prefix_length: 1 } } },
              1,
            ),
          ]),
    ],
  },
})

/**
 * Builds the search of a page. Equal names are ordered by the revenue of the organization, a listing
 * of one organization by the latest year.
 */
export function buildPeopleSearch(params: PeopleParams, isMisspelled: boolean): Clause {
  const { name } = params
  const terms = name === undefined ? undefined : personTerms(name)
  const named = terms && (isMisspelled ? buildMisspelled(terms) : buildWhole(terms))
  return {
    ...buildPage(PEOPLE_FACETS, params, buildClauses(PEOPLE_FILTERS, params), named ?? []),
    sort: [...buildOrder(params), { key: 'asc' }],
    _source: ['ein', 'display'],
  }
}

function buildOrder({
  name,
  sort = 'Relevance',
  order = firstOrder(sort),
}: PeopleParams): Clause[] {
  const best =
    name === undefined
      ? [{ 'sort.lastYear': 'desc' }]
      : [{ _score: 'desc' }, { 'sort.revenue': { order: 'desc', missing: '_last' } }]
  if (sort === 'Relevance') return best
  // An entry has a value for each spelling.
  if (sort === 'Name') return [{ 'query.words': { order, mode: 'min' } }, ...best]
  return [{ 'sort.lastYear': order }, ...best]
}

// An organization lists a few dozen people in all its years.
const MAX_OTHERS = 10_000

/** Builds the search of all people of some organizations. */
export const buildOthersSearch = (eins: readonly string[]): Clause => ({
  size: MAX_OTHERS,
  track_total_hits: false,
  query: { bool: { filter: [{ terms: { ein: eins } }] } },
  _source: ['ein', 'display.name'],
})
