import {
  PAY_STATUSES,
  type PayStatus,
  type PersonDisplay,
  type peopleProperties,
} from '#mappings/people.ts'
import { normalizeName } from '../../domain/names.ts'
import { type PersonTerms, personForm, personTerms } from '../../domain/person-names.ts'
import { US_STATES } from '../../domain/places.ts'
import { officeNamed, titleWords } from '../../domain/titles.ts'
import {
  einOf,
  leastDollars,
  maxYear,
  minYear,
  oneOf,
  queryText,
} from '../../platform/parameters.ts'
import { buildPage, FACETS, type Facet, type PageOutcome } from '../facets.ts'
import { cause, city, state } from '../filter-parameters.ts'
import {
  buildClauses,
  type Clause,
  clausesWithout,
  type FiltersOf,
  filterOf,
} from '../filter-table.ts'
import { firstOrder, type SortOrder } from '../params.ts'

/** The facets of people. */
export const PEOPLE_FACETS = {
  // Abroad, it is a province.
  State: {
    ...FACETS.State,
    toSetting: (State: string) => (State in US_STATES ? { State } : undefined),
  },
  Cause: { ...FACETS.Cause, toSetting: (Cause: string) => ({ Cause }) },
} satisfies Record<string, Facet>

type PeopleField = `sort.${keyof (typeof peopleProperties)['sort']['properties']}`

const filter = filterOf<keyof typeof PEOPLE_FACETS, PeopleField>()

const words = (field: 'title' | 'organization', query: string): Clause => ({
  match: { [`query.${field}`]: { query, operator: 'and' } },
})

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
  Title: filter({
    key: 'title',
    parameter: queryText(
      'Office, such as CEO, CFO, or treasurer, in the latest list; otherwise words of the title.',
    ).optional(),
    clause: (title) => {
      const office = officeNamed(title)
      return office ? { term: { 'filter.office': office } } : words('title', titleWords(title))
    },
    label: 'Title',
  }),
  Organization: filter({
    key: 'organization',
    parameter: queryText("Words of the organization's name.").optional(),
    clause: (name) => words('organization', normalizeName(name)),
    label: 'Organization',
  }),
  EIN: filter({
    key: 'ein',
    parameter: einOf(
      'Lists only people of this organization. A leading zero is optional.',
    ).optional(),
    clause: (ein) => ({ term: { ein } }),
    label: 'EIN of the organization',
  }),
  State: filter({
    key: 'state',
    parameter: state('State or territory of registration, by code or name.'),
    facet: 'State',
    clause: (code) => ({ term: { 'filter.state': code } }),
    label: 'State of the organization',
  }),
  City: filter({
    key: 'city',
    parameter: city('City of registration.'),
    clause: (key) => ({ term: { 'filter.city': key } }),
    label: 'City',
  }),
  Cause: filter({
    key: 'causes',
    parameter: cause('NTEE code, code prefix, or cause label.'),
    facet: 'Cause',
    clause: (codes) => ({ terms: { 'filter.cause': codes } }),
    label: 'Cause or NTEE code',
  }),
  MinRevenue: filter({
    key: 'minRevenue',
    parameter: leastDollars('Minimum revenue in the latest filing.'),
    range: ['sort.revenue', 'gte'],
    label: 'Minimum revenue, $',
    isDollars: true,
  }),
  MaxRevenue: filter({
    key: 'maxRevenue',
    parameter: leastDollars('Maximum revenue in the latest filing.'),
    range: ['sort.revenue', 'lte'],
    label: 'Maximum revenue, $',
    isDollars: true,
  }),
  MinPay: filter({
    key: 'minPay',
    parameter: leastDollars('Minimum latest total pay. Excludes people whose pay is unknown.'),
    range: ['sort.pay', 'gte'],
    label: 'Minimum pay, $',
    isDollars: true,
  }),
  MinYear: filter({
    key: 'minYear',
    parameter: minYear,
    range: ['sort.payYear', 'gte'],
    label: 'Pay from tax year',
  }),
  MaxYear: filter({
    key: 'maxYear',
    parameter: maxYear,
    range: ['sort.payYear', 'lte'],
    label: 'Pay to tax year',
  }),
  PayStatus: filter({
    key: 'payStatus',
    parameter: oneOf(
      PAY_STATUSES,
      'Counted lists the people behind the summary of pay. The others are not in it.',
    ).optional(),
    clause: (status) => ({ term: { 'filter.payStatus': status } }),
    label: 'In the summary of pay',
  }),
}

export type PeopleFilters = FiltersOf<typeof PEOPLE_FILTERS>

/** Orders of people. The index has no name of the organization to sort by. */
export const PERSON_SORTS = ['Relevance', 'Pay', 'Name', 'Year'] as const
export type PersonSort = (typeof PERSON_SORTS)[number]

export type PeopleFilterName = keyof typeof PEOPLE_FILTERS

export type PeopleParams = PeopleFilters & {
  /**
   * Defaults to the best match of a name, the latest year of an EIN, otherwise the highest pay.
   */
  sort?: PersonSort | undefined
  /** Defaults to `asc` for `Name`, otherwise to `desc`. */
  order?: SortOrder | undefined
  page: number
  limit: number
  facets: boolean
}

/**
 * How a name matches. `Reordered`: the same words in another order. `MiddleNames`: first and last name
 * agree, and middle names do not contradict. `Words`: the entry has all words. `Fuzzy`: misspelled.
 * `EIN` and `Filter`: no name was asked for.
 */
export const PERSON_MATCHES = [
  'ExactName',
  'Reordered',
  'MiddleNames',
  'Words',
  'Fuzzy',
  'EIN',
  'Filter',
] as const
export type PersonMatch = (typeof PERSON_MATCHES)[number]

export type PersonHit = {
  ein: string
  display: PersonDisplay
  match: PersonMatch
}

/** Numbers of people that a summary of pay does not count, by why. */
type NotCounted = Partial<Record<Exclude<PayStatus, 'Counted'>, number>>

/** Total pay in whole US dollars. Quartiles are those of `quartilesOf`; absent below `LEAST_COUNTED`. */
export type PaySummary = {
  /** People who count, one a person and organization, with the pay of the latest list. */
  count: number
  notCounted: NotCounted
  lowest?: number
  lowerQuartile?: number
  median?: number
  upperQuartile?: number
  highest?: number
  /** Tax years of the pay that counts. */
  firstYear?: number
  lastYear?: number
}

/** Fewer people would say more about single ones than about their position. */
export const LEAST_COUNTED = 5

/** The same search without some filters, and how many people it finds or, for pay, counts. */
export type Wider = { without: PeopleFilterName[]; count: number }

export type PeopleOutcome = PageOutcome<keyof typeof PEOPLE_FACETS> & {
  hits: PersonHit[]
  /** Absent if a name was asked for. */
  pay?: PaySummary
  /** If nobody is found, or too few count: the least change that finds enough. */
  wider?: Wider
}

/** Names the ranking; raise it with every change of a boost. */
export const PEOPLE_RANKING = 'people-2'

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

/** Matches the people of a name, and those who pass all filters. */
const matches = (filters: PeopleFilters, isMisspelled: boolean): Clause[] => [
  ...(filters.name === undefined ? [] : [buildNamed(filters.name, isMisspelled)]),
  ...clausesWithout(buildClauses(PEOPLE_FILTERS, filters)),
]

function buildNamed(name: string, isMisspelled: boolean): Clause {
  const terms = personTerms(name)
  return isMisspelled ? buildMisspelled(terms) : buildWhole(terms)
}

const COUNTED: Clause = { term: { 'filter.payStatus': 'Counted' } }

// A bucket has at most as many different values as dollars. Buckets without people are left out.
const BUCKET = 1_000

/**
 * Builds the search of a page. Equal names are ordered by the revenue of the organization. Without a
 * name, it also counts pay.
 */
export function buildPeopleSearch(params: PeopleParams, isMisspelled: boolean): Clause {
  const { name } = params
  const named = name === undefined ? [] : buildNamed(name, isMisspelled)
  const page = buildPage(PEOPLE_FACETS, params, buildClauses(PEOPLE_FILTERS, params), named)
  const pay = {
    filter: { bool: { filter: matches(params, isMisspelled) } },
    aggs: {
      statuses: { terms: { field: 'filter.payStatus', size: PAY_STATUSES.length } },
      counted: {
        filter: COUNTED,
        aggs: {
          pay: { histogram: { field: 'sort.pay', interval: BUCKET, min_doc_count: 1 } },
          range: { stats: { field: 'sort.pay' } },
          years: { stats: { field: 'sort.payYear' } },
        },
      },
    },
  }
  return {
    ...page,
    ...(name === undefined && { aggs: { ...page.aggs, pay } }),
    sort: [...buildOrder(params), { key: 'asc' }],
    _source: ['ein', 'display'],
  }
}

/** Builds the count of each value of pay in buckets. */
export const buildPayValues = (params: PeopleFilters, buckets: readonly number[]): Clause => ({
  size: 0,
  query: {
    bool: {
      filter: [...matches(params, false), COUNTED],
      should: buckets.map((least) => ({
        range: { 'sort.pay': { gte: least, lt: least + BUCKET } },
      })),
      minimum_should_match: 1,
    },
  },
  aggs: {
    values: { terms: { field: 'sort.pay', size: BUCKET * buckets.length, order: { _key: 'asc' } } },
  },
})

// The filters that are given up first say the least about what somebody looks for.
const GIVEN_UP: readonly PeopleFilterName[][] = [
  ['PayStatus'],
  ['MinPay'],
  ['MinYear', 'MaxYear'],
  ['City'],
  ['MinRevenue', 'MaxRevenue'],
  ['Cause'],
  ['State'],
  ['EIN'],
  ['Organization'],
  ['Title'],
  ['Name'],
]

/** Returns a search without each of its filters, and then with fewer and fewer of them. */
export function widen(
  params: PeopleFilters,
): { without: PeopleFilterName[]; left: PeopleFilters }[] {
  const keyOf = (name: PeopleFilterName) => PEOPLE_FILTERS[name].key
  const set = GIVEN_UP.map((names) => names.filter((name) => params[keyOf(name)] !== undefined))
  const own = set.filter((names) => names.length > 0)
  const more = own.slice(1).map((_, at) => own.slice(0, at + 2).flat())
  return [...own, ...more].map((without) => ({
    without,
    left: { ...params, ...Object.fromEntries(without.map((name) => [keyOf(name), undefined])) },
  }))
}

/** Builds the number of people of each search; if `isOfPay`, of those whose pay counts. */
export const buildCounts = (searches: readonly PeopleFilters[], isOfPay: boolean): Clause => ({
  size: 0,
  aggs: {
    counts: {
      filters: {
        filters: searches.map((filters) => ({
          bool: { filter: [...matches(filters, true), ...(isOfPay ? [COUNTED] : [])] },
        })),
      },
    },
  },
})

function buildOrder({
  name,
  ein,
  sort = 'Relevance',
  order = firstOrder(sort),
}: PeopleParams): Clause[] {
  const pay = { 'sort.pay': { order: sort === 'Pay' ? order : 'desc', missing: '_last' } }
  const latest = { 'sort.lastYear': 'desc' }
  const unnamed = ein === undefined ? [pay, latest] : [latest, pay]
  const best =
    name === undefined
      ? unnamed
      : [{ _score: 'desc' }, { 'sort.revenue': { order: 'desc', missing: '_last' } }]
  if (sort === 'Relevance') return best
  if (sort === 'Pay') return [pay, latest]
  // An entry has a value for each spelling.
  if (sort === 'Name') return [{ 'query.words': { order, mode: 'min' } }, ...best]
  return [{ 'sort.lastYear': order }, ...best]
}
