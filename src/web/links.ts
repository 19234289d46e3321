import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import { hasIrsId } from '#src/domain/evidence.ts'
import type { Form } from '#src/domain/form.ts'
import type { MetricName } from '#src/figures/sets.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import type { SectionId } from '#src/organizations/sections/section.ts'
import { type Query, withQuery } from './plain-links.ts'

export { evidencePath, withQuery } from './plain-links.ts'

/** Returns the path of an organization's page, optionally for a form and year. */
export const organizationPath = (ein: string, selection?: Parameters<typeof tabPath>[2]): string =>
  tabPath(ein, 'overview', selection)

/** The tabs of an organization's page, in order, each with the end of its path. */
export const TABS = {
  overview: { end: '', name: 'Overview' },
  money: { end: '/money', name: 'Money' },
  grants: { end: '/grants', name: 'Grants' },
  people: { end: '/people', name: 'People' },
  rating: { end: '/rating', name: 'Rating' },
  filings: { end: '/filings', name: 'Filings' },
} as const
export type TabId = keyof typeof TABS

/** Returns the path of a tab of an organization's page, optionally for a form and year. */
export const tabPath = (
  ein: string,
  tab: TabId,
  { form, year }: { form?: string | undefined; year?: number | undefined } = {},
): string => withQuery(`/charity/${ein}${TABS[tab].end}`, { Form: form, Year: year })

const FICTIONAL: ReadonlySet<string> = new Set(FICTIONAL_PREFIXES)

/**
 * Returns the address of a filing's original at a public viewer; undefined without a viewer, for
 * filings whose object id is not the IRS's, and for fictional organizations.
 */
export function originalUrl(
  viewer: string | undefined,
  ein: string,
  filing: Pick<FilingSummary, 'objectId' | 'form'>,
): string | undefined {
  if (viewer === undefined || !hasIrsId(filing) || FICTIONAL.has(ein.slice(0, 2))) return undefined
  return viewer.replaceAll('{ein}', ein).replaceAll('{objectId}', filing.objectId)
}

/** The tab of each section. The tab shows a section in full unless the section has a page. */
export const SECTION_PLACES: Record<SectionId, { tab: TabId; hasPage?: true }> = {
  MoneyFlow: { tab: 'money' },
  Rating: { tab: 'rating' },
  OperatingModel: { tab: 'money' },
  Checks: { tab: 'rating' },
  Programs: { tab: 'overview', hasPage: true },
  Governance: { tab: 'people' },
  Leadership: { tab: 'people', hasPage: true },
  Contractors: { tab: 'people', hasPage: true },
  Grants: { tab: 'grants', hasPage: true },
  RelatedOrganizations: { tab: 'overview', hasPage: true },
  InterestedPersons: { tab: 'people', hasPage: true },
  Fundraising: { tab: 'money', hasPage: true },
  NoncashContributions: { tab: 'money' },
  FinancialStatements: { tab: 'money' },
  Foundation: { tab: 'money' },
  UnrelatedBusiness: { tab: 'money' },
  Postcard: { tab: 'overview' },
  Schedules: { tab: 'filings', hasPage: true },
}

/** Returns the address of a section: its page, or its place on a tab. */
export function sectionPath(ein: string, section: SectionId, query: Query = {}): string {
  const { tab, hasPage } = SECTION_PLACES[section]
  return hasPage
    ? withQuery(`/charity/${ein}/sections/${section}`, query)
    : `${withQuery(tabPath(ein, tab), query)}#${section}`
}

/** Returns the path of an organization's funders or grantees by year. */
export const grantsPath = (ein: string, query: Query = {}): string =>
  withQuery(`/charity/${ein}/grants`, query)

/** Returns the path of funders of organizations that are similar to one. */
export const peerFundersPath = (ein: string, query: Query = {}): string =>
  withQuery(`/charity/${ein}/peer-funders`, query)

/** Returns the path of what a return changed. */
export const changesPath = (ein: string, objectId: string): string =>
  `/charity/${ein}/filings/${objectId}/changes`

/** Returns the path of a return as a page, optionally of one of its parts and at a path in it. */
export const returnPath = (
  ein: string,
  objectId: string,
  { anchor, ...query }: Query & { anchor?: string } = {},
): string =>
  withQuery(`/charity/${ein}/filings/${objectId}/return`, query) + (anchor ? `#${anchor}` : '')

/** Returns the path of a search for grants. */
export const grantSearchPath = (query: Query = {}): string => withQuery('/grants', query)

/** Returns the path of a search for people. */
export const peopleSearchPath = (query: Query = {}): string => withQuery('/people', query)

/** Returns the path of a memo, with plain commas between EINs. */
export const memoPath = (eins: readonly string[], path = '/memo'): string =>
  eins.length === 0 ? path : `${path}?EINs=${eins.join(',')}`

/** The address of a comparison; `names` are not resolved to EINs yet. */
export type CompareAddress = {
  eins: string[]
  names?: string[]
  form?: Form
  year?: number
  /** Absent for the first metric. */
  metric?: MetricName
}

/** Returns the path of a comparison, with plain commas between EINs. */
export function comparePath({ eins, names = [], form, year, metric }: CompareAddress): string {
  const parts = [
    ...(eins.length > 0 ? [`EINs=${eins.join(',')}`] : []),
    new URLSearchParams(names.map((name) => ['Name', name])).toString(),
    withQuery('', { Form: form, Year: year, Metric: metric }).slice(1),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '/compare' : `/compare?${parts.join('&')}`
}

/** Returns the address with an unresolved name replaced by an organization, or removed. */
export const withFound = (address: CompareAddress, name: string, ein?: string): CompareAddress => ({
  ...address,
  eins: [...new Set([...address.eins, ...(ein === undefined ? [] : [ein])])],
  names: (address.names ?? []).filter((one) => one !== name),
})

/** Returns the address without one organization. */
export const withoutOne = (address: CompareAddress, ein: string): CompareAddress => ({
  ...address,
  eins: address.eins.filter((one) => one !== ein),
})
