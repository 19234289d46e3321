import type { grantsProperties } from '#mappings/grants.ts'
import { AMOUNT_BANDS } from '../../domain/bands.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { normalizeName } from '../../domain/names.ts'
import { EDGE_CATEGORIES, type EdgeCategory, GRANT_CATEGORIES } from '../../domain/network.ts'
import { US_STATES } from '../../domain/places.ts'
import {
  leastDollars,
  maxYear,
  minAmount,
  minYear,
  queryText,
  someOf,
} from '../../platform/parameters.ts'
import { type Facet, facetOfBands } from '../facets.ts'
import { city, state } from '../filter-parameters.ts'
import { type Clause, type FiltersOf, filterOf } from '../filter-table.ts'

/** A field of the grants index. */
export type GrantField = `filter.${keyof (typeof grantsProperties)['filter']['properties']}` | 'ein'

const CATEGORIES: Record<EdgeCategory, string> = {
  ScheduleI: 'Grants of public charities (Schedule I)',
  FoundationPaid: 'Grants paid by private foundations',
  ScheduleF: 'Grants abroad (Schedule F)',
  RelatedTransfer: 'Payments to related organizations (Schedule R)',
  Contractor: 'Payments to contractors',
  FoundationApproved: 'Grants of private foundations approved for later',
}

/** The facets of grants. */
export const GRANT_FACETS = {
  State: {
    field: 'filter.state',
    title: 'State of the recipient',
    labels: US_STATES,
    toSetting: (State: string) => (State in US_STATES ? { State } : undefined),
  },
  Year: {
    field: 'filter.year',
    title: 'Tax year',
    order: 'descending',
    toSetting: (year: string) => ({ MinYear: year, MaxYear: year }),
  },
  AmountBand: {
    title: 'Amount',
    ...facetOfBands('filter.amountBand', AMOUNT_BANDS, ['MinAmount', 'MaxAmount']),
  },
  Category: {
    field: 'filter.category',
    title: 'Listed in',
    labels: CATEGORIES,
    toSetting: (Category: string) => ({ Category }),
  },
} as const satisfies Readonly<Record<string, Facet<GrantField>>>

export type GrantFacet = keyof typeof GRANT_FACETS

/** One side of a grant: an organization, words of its name, or the whole name if it has no EIN. */
export type Side = { ein: string } | { name: string } | { wholeName: string }

/** The parameter of categories, without its default. */
export const categoryParameter = someOf(
  EDGE_CATEGORIES,
  'Categories, separated by commas. Defaults to grants: ScheduleI and FoundationPaid.',
)

const SIDE = 'EIN, or words of the name'

const side = (description: string) =>
  queryText(description)
    .optional()
    .transform((text) => (text === undefined ? undefined : toSide(text)))

/** Returns what a text names: an EIN, the whole name in double quotes, or words of a name. */
export function toSide(text: string): Side {
  const ein = parseTypedEin(text)
  if (ein) return { ein }
  const whole = /^"(.+)"$/.exec(text)?.[1]
  return whole === undefined ? { name: text } : { wholeName: whole }
}

const matchSide =
  (field: GrantField, name: 'funder' | 'recipient') =>
  (given: Side): Clause => {
    if ('ein' in given) return { term: { [field]: given.ein } }
    const query = normalizeName('name' in given ? given.name : given.wholeName)
    if ('wholeName' in given && name === 'recipient') return { term: { 'filter.grantee': query } }
    return { match: { [`query.${name}`]: { query, operator: 'and' } } }
  }

const filter = filterOf<GrantFacet, GrantField>()

/** The filters of a search of grants, in the order of surface A. */
export const GRANT_FILTERS = {
  Funder: filter({
    key: 'funder',
    parameter: side(`Funder: ${SIDE}.`),
    clause: matchSide('ein', 'funder'),
    label: 'Funder: name or EIN',
  }),
  Recipient: filter({
    key: 'recipient',
    parameter: side(
      `Recipient: ${SIDE} as filed. In double quotes, the whole name of a recipient without an EIN.`,
    ),
    clause: matchSide('filter.recipient', 'recipient'),
    label: 'Recipient: name as filed, or EIN',
  }),
  /** Of the address in the row; words can name several. */
  State: filter({
    key: 'states',
    parameter: state("State or territory of the recipient's address.").transform(
      (code) => code && [code],
    ),
    facet: 'State',
    clause: (codes) => ({ terms: { 'filter.state': codes } }),
    label: 'State of the recipient',
  }),
  City: filter({
    key: 'city',
    parameter: city("City of the recipient's address."),
    clause: (key) => ({ term: { 'filter.city': key } }),
    label: 'City of the recipient',
  }),
  FunderState: filter({
    key: 'funderStates',
    parameter: state("State of the funder's address.").transform((code) => code && [code]),
    clause: (codes) => ({ terms: { 'filter.funderState': codes } }),
    label: 'State of the funder',
  }),
  Category: filter({
    key: 'categories',
    parameter: categoryParameter.transform(
      (given): readonly EdgeCategory[] => given ?? GRANT_CATEGORIES,
    ),
    facet: 'Category',
    clause: (categories) => ({ terms: { 'filter.category': categories } }),
    label: 'Listed in',
  }),
  /** Either bound excludes rows without an amount. */
  MinAmount: filter({
    key: 'minAmount',
    parameter: minAmount,
    facet: 'AmountBand',
    range: ['filter.amount', 'gte'],
    label: 'Minimum amount, $',
    isDollars: true,
  }),
  MaxAmount: filter({
    key: 'maxAmount',
    parameter: leastDollars('Maximum amount in US dollars. Excludes rows without an amount.'),
    facet: 'AmountBand',
    range: ['filter.amount', 'lte'],
    label: 'Maximum amount, $',
    isDollars: true,
  }),
  MinYear: filter({
    key: 'minYear',
    parameter: minYear,
    facet: 'Year',
    range: ['filter.year', 'gte'],
    label: 'From tax year',
  }),
  MaxYear: filter({
    key: 'maxYear',
    parameter: maxYear,
    facet: 'Year',
    range: ['filter.year', 'lte'],
    label: 'To tax year',
  }),
}

/** Name of a filter, as on surface A. */
export type GrantFilterName = keyof typeof GRANT_FILTERS

/** Filters of grants. Every value is validated and canonical. */
export type GrantFilters = FiltersOf<typeof GRANT_FILTERS>
