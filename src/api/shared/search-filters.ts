import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { toCityKey } from '#src/domain/name-keys.ts'
import { findCause } from '#src/domain/ntee.ts'
import {
  countiesNamed,
  findArea,
  nearestCities,
  nearestCounties,
} from '#src/domain/places/find-area.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { stateNamed } from '#src/domain/places.ts'
import { describeSubsection } from '#src/domain/registry-codes.ts'
import type { Exclusion, SearchFilters } from '#src/search/params.ts'
import {
  adviseNearest,
  cause,
  causeLabel,
  decimal,
  dollars,
  integer,
  MAX_LABEL_LENGTH,
  oneOf,
  param,
  quote,
  refuse,
  state,
  taxYear,
} from './parameters.ts'

/** Parses points of a rating, 0 to 100. */
const points = (description: string) => decimal({ min: 0, max: 100, description, example: 80 })

/** Parses a share from 0 to 1, also written as a percentage: 0.9 or 90%. */
const share = (description: string) =>
  param(
    {
      ...{ noun: 'a number', type: 'number', minimum: 0, maximum: 1, examples: [0.9] },
      description,
    },
    (value, refuse) => {
      const [, number, percent] = /^(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)$/.exec(value) ?? []
      const parsed = Number(number) / (percent ? 100 : 1)
      if (parsed >= 0 && parsed <= 1) return parsed
      return refuse('float_parsing', 'must be a share from 0 to 1, such as 0.9 or 90%')
    },
  ).optional()

/** Longer than any name of a city in the United States. */
const MAX_CITY_LENGTH = 80

/**
 * Parses the name of a city to its key. Cities that the gazetteer does not know are accepted, because
 * filers also write names of villages and suburbs (`requireKnownCity`).
 */
const city = (description: string) =>
  param({ type: 'string', examples: ['Boston'], description }, (value, refuse) => {
    const name = value.trim()
    const key = toCityKey(findCities(name)[0]?.name ?? name)
    if (key !== '' && !name.includes(',') && name.length <= MAX_CITY_LENGTH) return key
    const expected = `must be the name of one city, such as Boston; got ${quote(value)}`
    return refuse('unknown_city', `${expected}. Put the state in State`)
  }).optional()

/** Parses a ZIP code, or its first three or four digits; of nine digits the first five. */
const zip = (description: string) =>
  param(
    {
      ...{ type: 'string', pattern: '^(?:\\d{3,5}|\\d{5}-?\\d{4})$', examples: ['60601', '606'] },
      description,
    },
    (value, refuse) => {
      const digits = value.trim().replace(/^(\d{5})-?\d{4}$/, '$1')
      if (/^\d{3,5}$/.test(digits)) return digits
      const expected = 'must be a ZIP code of five digits, or its first three digits'
      return refuse('zip', `${expected}; got ${quote(value)}`)
    },
  ).optional()

/** Parses the name of a county, with or without its state, to the codes of those it names. */
const county = (description: string) =>
  param({ type: 'string', examples: ['Cook', 'Cook County, IL'], description }, (value, refuse) => {
    const typed = value.slice(0, MAX_LABEL_LENGTH)
    const codes = countiesNamed(typed).map(({ code }) => code)
    if (codes.length > 0) return codes
    const expected = `must be a U.S. county, such as Cook or Cook County, IL; got ${quote(value)}`
    return refuse('unknown_county', `${expected}${adviseNearest(nearestCounties(typed))}`)
  }).optional()

/** Parses a city, a ZIP code, or a region to its area. */
const area = (description: string) =>
  param({ type: 'string', examples: ['Boston, MA', '02139'], description }, (value, refuse) => {
    const typed = value.slice(0, MAX_LABEL_LENGTH)
    const expected = `must be a U.S. city, such as Boston, MA, or a ZIP code; got ${quote(value)}`
    return (
      findArea(typed) ??
      refuse('unknown_place', `${expected}${adviseNearest(nearestCities(typed))}`)
    )
  }).optional()

const SUBSECTION = /^(?:501\s*\(?c\)?\s*)?\(?(\d{1,2})\)?$/i
const LAST_SUBSECTION = 29
// The IRS gives exemptions outside 501(c) a number, too.
const OTHER_SECTIONS = Array.from({ length: 70 }, (_, at) => String(at + 30)).flatMap((code) => {
  const label = describeSubsection(code)
  return label === undefined ? [] : [{ code, label }]
})

/** Parses a subsection of 501(c), or the label of another exemption, to the two digits of the IRS. */
const subsection = (description: string) =>
  param({ type: 'string', examples: ['3', '501(c)(3)'], description }, (value, refuse) => {
    const typed = value.trim()
    const number = SUBSECTION.exec(typed)?.[1]?.padStart(2, '0')
    const other = OTHER_SECTIONS.find(({ code, label }) => label === typed || code === number)
    if (other) return other.code
    if (number !== undefined && Number(number) >= 1 && Number(number) <= LAST_SUBSECTION)
      return number
    const expected = `must be a subsection of 501(c) from 1 to ${LAST_SUBSECTION}, such as 3 or 501(c)(3)`
    return refuse('unknown_subsection', `${expected}; got ${quote(value)}`)
  }).optional()

/** Enough for a question in words; each is up to three clauses. */
const MAX_EXCLUSIONS = 10

/**
 * Parses what a match must not have: causes, states, or words, separated by commas or sent as several
 * parameters.
 */
const exclusions = (description: string) =>
  z
    .union([z.string(), z.array(z.string())], { error: 'must be words, causes, or states' })
    .transform((given, check): Exclusion[] => {
      const parts = [given]
        .flat()
        // Labels of causes contain commas.
        .flatMap((value) => (findCause(value).codes ? [value] : value.split(',')))
        .map((part) => part.trim())
      if (parts.length > MAX_EXCLUSIONS) {
        return refuse(check, 'too_long', `must exclude at most ${MAX_EXCLUSIONS} things`)
      }
      if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part) || part.length > MAX_LABEL_LENGTH)) {
        const message = `must be words, causes, or states of 1 to ${MAX_LABEL_LENGTH} characters, separated by commas`
        return refuse(check, 'exclusion', message)
      }
      return parts.flatMap(toExclusions)
    })
    .meta({ type: 'string', examples: ['museums', 'K31,OH'], description })
    .optional()

/** A cause in words excludes names with these words, too, because many organizations have no code. */
function toExclusions(part: string): Exclusion[] {
  const state = stateNamed(part)
  if (state) return [{ kind: 'states', states: [state.code] }]
  const { codes, label } = findCause(part)
  if (codes && label?.toLowerCase() !== part.toLowerCase())
    return [{ kind: 'causes', causes: codes }]
  const named = codes ?? causesNamedBy(part)?.codes
  if (named === undefined) return [{ kind: 'words', words: part }]
  return [
    { kind: 'causes', causes: named },
    { kind: 'name', words: part },
  ]
}

/** Describes the parameter Query. */
export const QUERY =
  'Name, alias, or EIN. With Mode=Discovery, a description of what the organizations do. Use * to list all organizations that match the filters. Only the first 60 words are compared with names, and the first 150 with descriptions.'

/** Query that lists all organizations that match the filters. */
const ALL = '*'

/** Returns the domain's text of a query; empty if it lists all. */
export const toQueryText = (query: string | undefined): string =>
  query === undefined || query === ALL ? '' : query

/**
 * The filters of a search on surface A, the web pages, and exports: the domain's name for each, and
 * its parameter with the description.
 */
const FILTERS = {
  State: [
    'state',
    state('State or territory of registration, by code or name. Abroad for other countries.'),
  ],
  City: [
    'city',
    city('City of registration, or the city of its ZIP code. Combine it with State if needed.'),
  ],
  ZIP: ['zip', zip('ZIP code of registration, or its first three or four digits.')],
  County: ['counties', county('County of registration. Combine it with State if needed.')],
  Near: [
    'near',
    area('City, ZIP code, or region, such as Bay Area. The address must be within WithinKm of it.'),
  ],
  WithinKm: [
    undefined,
    integer({
      max: 500,
      fallback: undefined,
      description: 'Distance from Near in kilometers. Default: 50, or the size of a region.',
    }),
  ],
  Cause: ['causes', cause('NTEE code, code prefix, or cause label.')],
  MinRevenue: ['minRevenue', dollars('Minimum revenue in the latest filing, in US dollars.')],
  MaxRevenue: ['maxRevenue', dollars('Maximum revenue in the latest filing, in US dollars.')],
  MinAssets: ['minAssets', dollars('Minimum assets in the latest filing, in US dollars.')],
  MaxAssets: ['maxAssets', dollars('Maximum assets in the latest filing, in US dollars.')],
  MinRating: ['minRating', points('Minimum rating, 0 to 100.')],
  MinProgramRatio: [
    'minProgramRatio',
    share('Minimum share of expenses spent on programs, from 0 to 1.'),
  ],
  MaxProgramRatio: [
    'maxProgramRatio',
    share('Maximum share of expenses spent on programs, from 0 to 1.'),
  ],
  FiledSince: ['filedSince', taxYear('Earliest tax year of the latest filing.')],
  Subsection: [
    'subsection',
    subsection('Subsection of 501(c) in the IRS registry, by number or as 501(c)(3).'),
  ],
  MinRulingYear: ['minRulingYear', taxYear('Earliest year of the IRS ruling on the exemption.')],
  MaxRulingYear: ['maxRulingYear', taxYear('Latest year of the IRS ruling on the exemption.')],
  Exclude: [
    'exclude',
    exclusions(
      'What matches must not have: words in the name or description, causes, or states, separated by commas. You can send it several times.',
    ),
  ],
  PrimaryForm: ['primaryForm', oneOf(FORMS, 'Primary form of the organization.').optional()],
  EntityType: ['entityType', oneOf(ENTITY_TYPES, 'Kind of organization.').optional()],
  EvidenceTier: [
    'evidenceTier',
    oneOf(
      EVIDENCE_TIERS,
      'Source of the best text that describes what the organization does. Accepted only with Mode=Discovery.',
    ).optional(),
  ],
  CauseLabel: ['causeLabel', causeLabel('Exact cause label.')],
} as const satisfies Record<string, readonly [keyof SearchFilters | undefined, z.ZodType]>

/** Name of a filter, as on surface A. */
export type FilterName = keyof typeof FILTERS

type FilterShape = { [Name in FilterName]: (typeof FILTERS)[Name][1] }

/** The filters as parameters, by their names on surface A. */
export const filterShape = Object.fromEntries(
  Object.entries(FILTERS).map(([name, [, parameter]]) => [name, parameter]),
) as FilterShape
export type GivenFilters = z.output<z.ZodObject<FilterShape>>

type Given = GivenFilters & {
  Query?: string | undefined
  Mode?: string | undefined
  Sort?: string | undefined
  Order?: string | undefined
}

const RANGES = [
  ['MinRevenue', 'MaxRevenue'],
  ['MinAssets', 'MaxAssets'],
  ['MinProgramRatio', 'MaxProgramRatio'],
  ['MinRulingYear', 'MaxRulingYear'],
] as const

/**
 * Rejects filters that contradict each other or the mode. Without a query, every mode is a listing.
 * `shown` returns the name of a parameter that the caller knows.
 */
export function checkFilters(
  given: Given,
  check: z.RefinementCtx,
  shown: (name: FilterName) => string = (name) => name,
): void {
  const reject = (name: FilterName | 'Order', type: string, message: string) =>
    refuse(check, type, message, name === 'Order' ? name : shown(name))
  const isListing = toQueryText(given.Query) === ''
  if (given.EvidenceTier && given.Mode === 'Identity' && !isListing) {
    reject('EvidenceTier', 'not_in_this_mode', 'is accepted only with Mode=Discovery')
  }
  for (const [least, most] of RANGES) {
    if ((given[least] ?? -Infinity) > (given[most] ?? Infinity)) {
      reject(least, 'too_big', `must not be greater than ${shown(most)}`)
    }
  }
  if (given.WithinKm !== undefined && given.Near === undefined) {
    reject('WithinKm', 'missing', `is accepted only with ${shown('Near')}`)
  }
  if (given.Order === 'asc' && (given.Sort ?? 'Relevance') === 'Relevance') {
    reject('Order', 'no_sort', 'is accepted only with a Sort other than Relevance')
  }
}

/** Returns the given filters as those of the domain. */
export function toSearchFilters(given: GivenFilters): SearchFilters {
  const named = Object.entries(FILTERS).map(([name, [own]]) => [
    own,
    given[name as keyof GivenFilters],
  ])
  const filters: SearchFilters = Object.fromEntries(
    named.filter(([own, value]) => own !== undefined && value !== undefined),
  )
  const { WithinKm: km } = given
  return filters.near && km !== undefined ? { ...filters, near: { ...filters.near, km } } : filters
}
