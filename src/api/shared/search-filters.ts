import type { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import type { SearchFilters } from '#src/search/params.ts'
import {
  area,
  city,
  county,
  exclusions,
  points,
  share,
  subsection,
  zip,
} from './filter-parameters.ts'
import { cause, causeLabel, dollars, integer, oneOf, state, taxYear } from './parameters.ts'

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
      min: 1,
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
  const reject = (name: FilterName | 'Order', type: string, message: string) => {
    const path = [name === 'Order' ? name : shown(name)]
    check.addIssue({ code: 'custom', path, message, params: { type } })
  }
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
