import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '../domain/form.ts'
import { formatValue } from '../domain/format-value.ts'
import { formatCount, formatDollars } from '../domain/money.ts'
import { MAJOR_GROUPS } from '../domain/ntee.ts'
import { US_STATES } from '../domain/places.ts'
import { describeSubsection } from '../domain/registry-codes.ts'
import {
  type Check,
  dollars,
  integer,
  oneOf,
  onlyTrue,
  refuse,
  taxYear,
} from '../platform/parameters.ts'
import { type FacetKey, facetLabel, TIERS } from './facets.ts'
import {
  area,
  cause,
  causeLabel,
  city,
  county,
  describeCause,
  exclusions,
  points,
  share,
  state,
  subsection,
  toQueryText,
  zip,
} from './filter-parameters.ts'
import {
  buildClauses,
  checkRanges,
  type FieldOf,
  type Filter,
  type FilterClauses,
  type FiltersOf,
  shapeOf,
  term,
  terms,
  toFilters,
  type ValueOf,
  within,
  without,
  worksIn,
} from './filter-table.ts'

/** A filter of organizations, and how each surface shows it. */
export type OrganizationFilter<
  Key extends string | undefined = string | undefined,
  Parameter extends z.ZodType = z.ZodType,
> = Filter<Key, Parameter> & {
  facet?: FacetKey
  range?: readonly [field: FieldOf<'filter'> | FieldOf<'sort'>, end: 'gte' | 'lte']
  /** The applied value in a response of surface B; absent if surface B does not have the filter. */
  applied?: z.ZodType
  /** The field of the form, among the first or among more; absent if the form only sends it again. */
  field?: 'first' | 'more'
  /** Values that the field suggests. */
  list?: readonly string[]
  /** The only values, with their labels. */
  options?: readonly (readonly [value: string, label: string])[]
  /** Describes a value on the pages, also given as typed; absent if another filter does. */
  chip?(value: ValueOf<Parameter>, typed: string): string
  /** The argument of all search tools for agents, or only of the one that discovers. */
  argument?: Argument
  discoveryArgument?: Argument
}

type Argument = { description?: string; examples?: readonly string[] }

const filter = <const Key extends string | undefined, Parameter extends z.ZodType>(
  row: OrganizationFilter<Key, Parameter>,
) => row

const text = z.string().optional()
const texts = z.array(z.string()).optional()
const number = z.number().optional()

/** The filters of a search for organizations, in the order of surface A. */
export const FILTERS = {
  State: filter({
    key: 'state',
    parameter: state(
      'State or territory of registration, by code or name. Abroad for other countries.',
    ),
    facet: 'State',
    clause: (code) => term('filter.state', code),
    applied: text,
    label: 'State',
    field: 'first',
    list: Object.values(US_STATES),
    chip: (code) => `Registered in ${facetLabel('State', code)}`,
    argument: { examples: ['OH'] },
  }),
  City: filter({
    key: 'city',
    parameter: city(
      'City of registration, or the city of its ZIP code. Combine it with State if needed.',
    ),
    clause: (key) => term('filter.city', key),
    applied: text,
    label: 'City',
    field: 'more',
    chip: (_, typed) => `Registered in ${typed}`,
    argument: { description: 'City of registration.' },
  }),
  ZIP: filter({
    key: 'zip',
    parameter: zip('ZIP code of registration, or its first three or four digits.'),
    clause: (digits) => ({ prefix: { 'filter.zip': digits } }),
    applied: text,
    label: 'ZIP code',
    field: 'more',
    chip: (_, typed) => (typed.length < 5 ? `ZIP code starts with ${typed}` : `ZIP code ${typed}`),
  }),
  County: filter({
    key: 'counties',
    parameter: county('County of registration. Combine it with State if needed.'),
    clause: (codes) => terms('filter.county', codes),
    applied: texts,
    label: 'County',
    field: 'more',
    chip: (_, typed) =>
      `Registered in ${/\b(county|parish)\b/i.test(typed) ? typed : `the county ${typed}`}`,
  }),
  Near: filter({
    key: 'near',
    parameter: area(
      'City, ZIP code, or region, such as Bay Area. The address must be within WithinKm of it.',
    ),
    clause: within,
    applied: z
      .strictObject({ label: z.string(), lat: z.number(), lon: z.number(), km: z.number() })
      .optional(),
    label: 'Near a city or ZIP code',
    field: 'more',
    chip: ({ km, label }) => `Within ${formatCount(km)} km of ${label}`,
    discoveryArgument: { description: 'City or ZIP code within 50 km of the address.' },
  }),
  WithinKm: filter({
    key: undefined,
    parameter: integer({
      max: 500,
      fallback: undefined,
      description: 'Distance from Near in kilometers. Default: 50, or the size of a region.',
    }),
    label: 'Distance in kilometers',
  }),
  Cause: filter({
    key: 'causes',
    parameter: cause('NTEE code, code prefix, or cause label.'),
    facet: 'Cause',
    clause: (codes) => terms('filter.cause', codes),
    applied: texts,
    label: 'Cause or NTEE code',
    field: 'first',
    list: MAJOR_GROUPS.map(({ label }) => label),
    chip: (_, typed) => describeCause(typed),
    argument: { examples: ['K31'] },
  }),
  MinRevenue: filter({
    key: 'minRevenue',
    parameter: dollars('Minimum revenue in the latest filing.'),
    facet: 'RevenueBand',
    range: ['filter.revenue', 'gte'],
    applied: number,
    label: 'Minimum revenue',
    field: 'first',
    isDollars: true,
    chip: (value) => `Revenue at least ${formatDollars(value)}`,
    argument: {},
  }),
  MaxRevenue: filter({
    key: 'maxRevenue',
    parameter: dollars('Maximum revenue in the latest filing.'),
    facet: 'RevenueBand',
    range: ['filter.revenue', 'lte'],
    applied: number,
    label: 'Maximum revenue',
    field: 'first',
    isDollars: true,
    chip: (value) => `Revenue at most ${formatDollars(value)}`,
    argument: {},
  }),
  MinAssets: filter({
    key: 'minAssets',
    parameter: dollars('Minimum assets in the latest filing.'),
    range: ['sort.assets', 'gte'],
    applied: number,
    label: 'Minimum assets',
    field: 'more',
    isDollars: true,
    chip: (value) => `Assets at least ${formatDollars(value)}`,
    discoveryArgument: {},
  }),
  MaxAssets: filter({
    key: 'maxAssets',
    parameter: dollars('Maximum assets in the latest filing.'),
    range: ['sort.assets', 'lte'],
    applied: number,
    label: 'Maximum assets',
    field: 'more',
    isDollars: true,
    chip: (value) => `Assets at most ${formatDollars(value)}`,
    discoveryArgument: {},
  }),
  MinRating: filter({
    key: 'minRating',
    parameter: points('Minimum rating, 0 to 100.'),
    range: ['sort.rating', 'gte'],
    applied: number,
    label: 'Minimum rating (0 to 100)',
    field: 'more',
    chip: (value) => `Rating at least ${value}`,
    discoveryArgument: {},
  }),
  MinProgramRatio: filter({
    key: 'minProgramRatio',
    parameter: share('Minimum share of expenses spent on programs, from 0 to 1.'),
    range: ['sort.programRatio', 'gte'],
    applied: number,
    label: 'Minimum program share',
    field: 'more',
    chip: (value) => `Program share at least ${formatValue(value, 'share')}`,
    discoveryArgument: { description: 'Share of expenses spent on programs, 0 to 1.' },
  }),
  MaxProgramRatio: filter({
    key: 'maxProgramRatio',
    parameter: share('Maximum share of expenses spent on programs, from 0 to 1.'),
    range: ['sort.programRatio', 'lte'],
    applied: number,
    label: 'Maximum program share',
    chip: (value) => `Program share at most ${formatValue(value, 'share')}`,
  }),
  FiledSince: filter({
    key: 'filedSince',
    parameter: taxYear('Earliest tax year of the latest filing.'),
    range: ['filter.taxYear', 'gte'],
    applied: number,
    label: 'Latest filing since (tax year)',
    field: 'more',
    chip: (year) => `Latest filing for ${year} or later`,
    discoveryArgument: {},
  }),
  Subsection: filter({
    key: 'subsection',
    parameter: subsection('Subsection of 501(c) in the IRS registry, by number or as 501(c)(3).'),
    clause: (number) => term('filter.subsection', number),
    applied: text,
    label: 'Subsection of 501(c)',
    field: 'more',
    chip: (number) => describeSubsection(number) ?? number,
    discoveryArgument: { description: 'Subsection of 501(c), such as 3.' },
  }),
  MinRulingYear: filter({
    key: 'minRulingYear',
    parameter: taxYear('Earliest year of the IRS ruling on the exemption.'),
    range: ['filter.rulingYear', 'gte'],
    applied: number,
    label: 'Recognized since (year)',
    field: 'more',
    chip: (year) => `Recognized by the IRS in ${year} or later`,
    discoveryArgument: {},
  }),
  MaxRulingYear: filter({
    key: 'maxRulingYear',
    parameter: taxYear('Latest year of the IRS ruling on the exemption.'),
    range: ['filter.rulingYear', 'lte'],
    applied: number,
    label: 'Recognized until (year)',
    field: 'more',
    chip: (year) => `Recognized by the IRS by ${year}`,
  }),
  Exclude: filter({
    key: 'exclude',
    parameter: exclusions(
      'Words in the name or description, causes, or states to exclude, separated by commas.',
    ),
    clause: without,
    applied: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.enum(['words', 'name']), words: z.string() }),
          z.strictObject({ kind: z.literal('causes'), causes: z.array(z.string()) }),
          z.strictObject({ kind: z.literal('states'), states: z.array(z.string()) }),
        ]),
      )
      .optional()
      .describe('What the results do not have: words, causes, or states of registration.'),
    label: 'Exclude words, causes, or states',
    field: 'more',
    chip: (_, typed) => `Without ${typed}`,
    discoveryArgument: {
      description: 'Words, causes, or states to exclude, separated by commas.',
    },
  }),
  PrimaryForm: filter({
    key: 'primaryForm',
    parameter: oneOf(FORMS, 'Primary form of the organization.').optional(),
    facet: 'Form',
    clause: (form) => term('filter.form', form),
    applied: z.enum(FORMS).optional(),
    label: 'Main form',
    field: 'first',
    options: FORMS.map((form) => [form, facetLabel('Form', form)]),
    chip: (form) => facetLabel('Form', form),
    argument: {},
  }),
  EntityType: filter({
    key: 'entityType',
    parameter: oneOf(ENTITY_TYPES, 'Kind of organization.').optional(),
    facet: 'EntityType',
    clause: (type) => term('filter.entityType', type),
    applied: z.enum(ENTITY_TYPES).optional(),
    label: 'Type of organization',
    field: 'first',
    options: ENTITY_TYPES.map((type) => [type, facetLabel('EntityType', type)]),
    chip: (type) => facetLabel('EntityType', type),
    argument: {},
  }),
  AcceptsApplications: filter({
    key: 'acceptsApplications',
    parameter: onlyTrue(
      'Only private foundations whose latest Form 990-PF says where to apply for a grant and that they do not give only to preselected organizations. If a return does not say so, it is unknown.',
    ),
    clause: () => ({ term: { 'filter.acceptsApplications': true } }),
    applied: z.boolean().optional(),
    label: 'Grant applications',
    field: 'first',
    options: [['true', 'Only foundations that accept them']],
    chip: () => 'Accepts grant applications',
    discoveryArgument: {},
  }),
  /** Discovery only. */
  EvidenceTier: filter({
    key: 'evidenceTier',
    parameter: oneOf(
      EVIDENCE_TIERS,
      'Source of the best text about what the organization does. Only with Mode=Discovery.',
    ).optional(),
    clause: (tier) => term('filter.evidenceTier', tier),
    label: 'Source of the description',
    field: 'first',
    options: EVIDENCE_TIERS.map((tier) => [tier, TIERS[tier]]),
    chip: (tier) => TIERS[tier],
    discoveryArgument: {
      description:
        'Best source that describes the organization: its website, a filed program, a filed mission, or only its classification.',
    },
  }),
  CauseLabel: filter({
    key: 'causeLabel',
    parameter: causeLabel('Exact cause label.'),
    facet: 'Cause',
    clause: (label) => term('filter.causeLabel', label),
    label: 'Cause',
    chip: (label) => label,
  }),
}

/** Name of a filter, as on surface A. */
export type FilterName = keyof typeof FILTERS

/** The filters in the order of surface A, with their names. */
export const FILTER_ROWS = Object.entries(FILTERS) as [FilterName, OrganizationFilter][]

/** Filters of a search. Every value is validated and canonical (state codes, NTEE codes). */
export type SearchFilters = FiltersOf<typeof FILTERS> & {
  /** Two-letter codes; the organization works or is registered in one of these states. */
  worksInStates?: string[]
}

/** Translates filters to clauses, by facet. */
export function buildFilters(filters: SearchFilters): FilterClauses {
  const { byFacet, others } = buildClauses(FILTERS, filters)
  const { worksInStates: states } = filters
  return { byFacet, others: [...(states ? [worksIn(states)] : []), ...others] }
}

/** The filters as parameters, by their names on surface A. */
export const filterShape = shapeOf(FILTERS)

/** The filters of a request, by their names on surface A. */
export type GivenFilters = Partial<z.output<z.ZodObject<typeof filterShape>>>

type Given = GivenFilters & { [Name in 'Query' | 'Mode' | 'Sort' | 'Order']?: string | undefined }

/**
 * Rejects filters that contradict each other or the mode. Without a query, every mode is a listing.
 * `shown` returns the name of a parameter that the caller knows.
 */
export function checkFilters(
  given: Given,
  check: Check,
  shown: (name: string) => string = (name) => name,
): void {
  const isListing = toQueryText(given.Query) === ''
  if (given.EvidenceTier && given.Mode === 'Identity' && !isListing) {
    const message = 'is accepted only with Mode=Discovery'
    refuse(check, 'not_in_this_mode', message, shown('EvidenceTier'))
  }
  checkRanges(FILTERS, given, check, shown)
  if (given.WithinKm !== undefined && given.Near === undefined) {
    refuse(check, 'missing', `is accepted only with ${shown('Near')}`, shown('WithinKm'))
  }
  if (given.Order === 'asc' && (given.Sort ?? 'Relevance') === 'Relevance') {
    refuse(check, 'no_sort', 'is accepted only with a Sort other than Relevance', 'Order')
  }
}

/** Returns the given filters as those of the domain. */
export function toSearchFilters(given: GivenFilters): SearchFilters {
  const filters: SearchFilters = toFilters(FILTERS, given)
  const { WithinKm: km } = given
  return filters.near && km !== undefined ? { ...filters, near: { ...filters.near, km } } : filters
}
