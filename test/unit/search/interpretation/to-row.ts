import type { Exclusion } from '#src/search/filter-parameters.ts'
import type { SearchFilters } from '#src/search/filters.ts'
import type { Interpretation } from '#src/search/interpretation/interpret-query.ts'

const bounds = (name: string, min: number | undefined, max: number | undefined): string[] => [
  ...(min === undefined ? [] : [`${name}>=${min}`]),
  ...(max === undefined ? [] : [`${name}<=${max}`]),
]

const given = (name: string, value: unknown): string[] =>
  value === undefined ? [] : [`${name}=${value}`]

const excluded = (one: Exclusion): string => {
  if (one.kind === 'words' || one.kind === 'name') return `without="${one.words}"`
  return `without=${(one.kind === 'causes' ? one.causes : one.states).join('+')}`
}

const filtersOf = (filters: SearchFilters): string[] => [
  ...given('states', filters.worksInStates?.join('+')),
  ...given('city', filters.city),
  ...given('registered', filters.state),
  ...given('county', filters.counties?.join('+')),
  ...given('zip', filters.zip),
  ...given('near', filters.near && `${filters.near.label}@${Math.round(filters.near.km)}`),
  ...bounds('revenue', filters.minRevenue, filters.maxRevenue),
  ...bounds('assets', filters.minAssets, filters.maxAssets),
  ...bounds('rating', filters.minRating, undefined),
  ...bounds('ratio', rounded(filters.minProgramRatio), rounded(filters.maxProgramRatio)),
  ...bounds('filed', filters.filedSince, undefined),
  ...bounds('ruling', filters.minRulingYear, filters.maxRulingYear),
  ...given('subsection', filters.subsection),
  ...given('form', filters.primaryForm),
  ...given('entity', filters.entityType),
  ...given('applications', filters.acceptsApplications),
  ...given('causes', filters.causes?.join('+')),
  ...(filters.exclude ?? []).map(excluded),
]

const rounded = (share: number | undefined) => share && Number(share.toFixed(3))

/** Writes a reading as a row of questions.tsv: text, what is set, and what is not understood. */
export const toRow = (read: Interpretation): [text: string, sets: string, not: string] => [
  read.likely === 'name' && read.notUnderstood.length === 0 && !read.ein
    ? `name: ${read.text}`
    : read.text,
  [
    ...given('ein', read.ein),
    ...filtersOf(read.filters),
    ...given('sort', read.sort && (read.order ? `${read.sort}:${read.order}` : read.sort)),
    ...given('limit', read.limit),
  ].join('; '),
  read.notUnderstood.map(({ phrase }) => phrase).join('; '),
]
