import type { ComponentChildren } from 'preact'
import type { EvidenceTier } from '#mappings/organization-document.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { FacetKey, Sort } from '#src/search/params.ts'
import { DisplayName, Name } from '../components/text.tsx'

type Text = { children: ComponentChildren }

/** The best description of an organization. */
const tiers: Record<EvidenceTier, string> = {
  OfficialWebsite: 'Described on its website',
  FiledProgram: 'Programs described in a filing',
  FiledMission: 'Mission described in a filing',
  ClassificationOnly: 'Only a category is known',
}

const sorts: Record<Sort, string> = {
  Relevance: 'Best match',
  Revenue: 'Revenue',
  Assets: 'Assets',
  Rating: 'Rating',
  ProgramRatio: 'Program share',
  Recent: 'Latest filing',
}

const facets: Record<FacetKey, string> = {
  State: 'State',
  Cause: 'Cause',
  Form: 'Form',
  EntityType: 'Type of organization',
  RevenueBand: 'Revenue',
}

/** Texts on the search page and the front page. */
export const searchTexts = {
  tiers,
  sorts,
  facets,

  frontTitle: 'Nonprofit Research: look up U.S. nonprofits',
  description:
    'Find a U.S. nonprofit by name, EIN, or cause. Every figure links to the line of the IRS filing it comes from.',
  frontHeading: 'Check a U.S. nonprofit before you give, fund, or write about it',
  frontLead:
    'Search the tax filings of U.S. nonprofits by name, EIN, or what they do. Every figure links to the line of the IRS filing it comes from. What is not known is shown as not known.',
  tryThese: 'Try:',
  featured: {
    title: 'An example',
    oldReturn: 'too old to judge',
    source: ({ form, year }: { form: string; year: number }) =>
      `Filed on ${form} for tax year ${year}. Select a figure to see its line, and the filing.`,
  },
  tasks: {
    title: 'What you can do here',
    list: [
      {
        href: '/grants',
        title: 'Find grants and funders',
        words: 'Grants of all funders, by purpose, place, and amount.',
      },
      {
        href: '/people',
        title: 'Find people and their pay',
        words: 'Officers, directors, and the highest paid, by name.',
      },
      {
        href: '/compare',
        title: 'Compare organizations',
        words: 'Up to five, side by side, with trends.',
      },
      {
        href: '/diligence',
        title: 'Check before you give',
        words: 'What to check about up to 25 organizations, on one page.',
      },
      {
        href: '/top-lists',
        title: 'Browse the largest by cause',
        words: 'Ten organizations for each cause, with ratings.',
      },
    ],
  },
  organizations: 'Organizations, with or without filings',
  filings: 'Current filings',
  notCounted: 'not counted yet',
  browse: ({ facet }: { facet: string }) => `Browse by ${facet.toLowerCase()}`,
  browseMore: ({ count, facet }: { count: number; facet: string }) =>
    `${count} more ${facet.toLowerCase()}${count === 1 ? '' : 's'}`,

  resultsHeading: 'Search results',
  resultsHeadingFor: ({ query }: { query: string }) => (
    <>
      Search results for <Name>{query}</Name>
    </>
  ),
  allTitle: 'Organizations',
  faultyTitle: 'Check your search',
  faultyHeading: 'Check your search',
  faultyNotice: 'Some of the values are not valid. Correct them below, then search again.',
  tooDeepTitle: 'End of the list',
  tooDeepHeading: 'This list ends at the 10,000th organization',
  tooDeepNotice: ({ firstPage }: { firstPage: string }) => (
    <>
      To see more organizations, narrow the search by state, cause, form, type, or revenue. You can
      also go back to the <a href={firstPage}>first page</a>.
    </>
  ),

  query: 'Name, EIN, or cause',
  queryField: 'Search text',
  searchFor: 'Search for',
  modes: { either: 'Anything', identity: 'Name or EIN', discovery: 'What they do' },
  modeField: 'Search for',
  filters: 'Filters',
  moreFilters: 'More filters',
  apply: 'Apply filters',
  any: 'Any',
  fields: {
    state: 'State',
    cause: 'Cause or NTEE code',
    minRevenue: 'Minimum revenue',
    maxRevenue: 'Maximum revenue',
    city: 'City',
    zip: 'ZIP code',
    county: 'County',
    near: 'Near a city or ZIP code',
    minAssets: 'Minimum assets',
    maxAssets: 'Maximum assets',
    minRating: 'Minimum rating (0 to 100)',
    minShare: 'Minimum program share',
    filedSince: 'Latest filing since (tax year)',
    subsection: 'Subsection of 501(c)',
    recognizedSince: 'Recognized since (year)',
    recognizedUntil: 'Recognized until (year)',
    exclude: 'Exclude words, causes, or states',
    form: 'Main form',
    type: 'Type of organization',
    tier: 'Source of the description',
  },
  kept: {
    CauseLabel: 'Cause',
    WithinKm: 'Distance in kilometers',
    MaxProgramRatio: 'Maximum program share',
    Sort: 'Sort order',
    Order: 'Order',
    View: 'View',
    Limit: 'Results per page',
    Cursor: 'Page',
  },
  fault: ({ field, issue }: { field: string; issue: string }) =>
    `${field} ${issue.replace(/\.$/, '')}.`,
  didYouMean: ({ field, typed, children }: Text & { field: string; typed: string }) => (
    <>
      {`${field}: “${typed}” does not match any value. Did you mean `}
      {children}?
    </>
  ),

  inCountry: ({
    field,
    typed,
    query,
    href,
  }: Record<'field' | 'typed' | 'query' | 'href', string>) => (
    <>
      {`${field}: “${typed}” is not a U.S. state or territory. Instead, search for `}
      <a href={href}>{query}</a>.
    </>
  ),

  noneFound: 'No organizations found.',
  found: ({ count }: { count: number }) => `${countOf(count, 'organization')}.`,
  foundByName: ({ count }: { count: number }) => `${countOf(count, 'organization')} found by name.`,
  foundByWork: ({ count }: { count: number }) =>
    `${countOf(count, 'organization')} found by what ${count === 1 ? 'it does' : 'they do'}.`,
  nearestRanked: ({ count }: { count: number }) =>
    `At least ${countOf(count, 'organization')} match. The list and the filter counts include only the ${formatCount(count)} closest matches.`,
  nearestSorted: ({ count, order }: { count: number; order: string }) =>
    `At least ${countOf(count, 'organization')} match. These are the ${formatCount(count)} closest, sorted by ${order.toLowerCase()}.`,
  narrow: 'Filter results',
  activeFilters: 'Active filters',
  removeFilter: ' (remove this filter)',
  isSet: ' (active filter; remove it)',
  more: ({ count }: { count: number }) => `${count} more`,
  sortName: 'Sort order',
  sortBy: 'Sort by:',
  largest: 'Largest first',
  lowestFirst: 'Lowest first',
  highestFirst: 'Highest first',
  noSuchPage: ({ page, last, href }: { page: number; last: number; href: string }) => (
    <>
      This search has no page {formatCount(page)}.{' '}
      <a href={href}>Go to the last page ({formatCount(last)})</a>.
    </>
  ),
  noReadiness:
    'Warnings could not be loaded for these results. Each organization’s page shows its warnings.',
  endOfPages: 'This list ends at the 10,000th organization. To see the others, narrow the search.',
  pages: 'Pages of results',

  compare: 'Compare selected',
  compareOne: 'Compare',

  chips: {
    state: ({ state }: { state: string }) => `Registered in ${state}`,
    minRevenue: ({ dollars }: { dollars: string }) => `Revenue at least ${dollars}`,
    maxRevenue: ({ dollars }: { dollars: string }) => `Revenue at most ${dollars}`,
    minAssets: ({ dollars }: { dollars: string }) => `Assets at least ${dollars}`,
    maxAssets: ({ dollars }: { dollars: string }) => `Assets at most ${dollars}`,
    zip: ({ zip }: { zip: string }) =>
      zip.length < 5 ? `ZIP code starts with ${zip}` : `ZIP code ${zip}`,
    county: ({ county }: { county: string }) =>
      `Registered in ${/\b(county|parish)\b/i.test(county) ? county : `the county ${county}`}`,
    near: ({ place, km }: { place: string; km: string }) => `Within ${km} km of ${place}`,
    minRating: ({ points }: { points: number }) => `Rating at least ${points}`,
    minShare: ({ share }: { share: string }) => `Program share at least ${share}`,
    maxShare: ({ share }: { share: string }) => `Program share at most ${share}`,
    filedSince: ({ year }: { year: number }) => `Latest filing for ${year} or later`,
    recognizedSince: ({ year }: { year: number }) => `Recognized by the IRS in ${year} or later`,
    recognizedUntil: ({ year }: { year: number }) => `Recognized by the IRS by ${year}`,
    without: ({ words }: { words: string }) => `Without ${words}`,
  },

  readAsName: 'Searched by name or EIN.',
  readAsWork: 'Searched by what organizations do.',
  readAsWorkInstead: 'Search by what organizations do instead',
  readAsNameInstead: 'Search by name instead',
  phrase: ({ phrase, meaning }: { phrase: string; meaning: string }) => `“${phrase}”: ${meaning}`,
  notUnderstood: ({ phrase, why }: { phrase: string; why: string }) =>
    `Not understood: “${phrase}”. ${why}`,
  table: {
    name: 'Organizations found',
    asTable: 'Show as a table',
    asCards: 'Show as cards',
    unknown: 'unknown',
    heads: { Name: 'Organization', Cause: 'Cause', Compare: 'Compare' },
  },
  see: (page: string) => `See ${page}`,
  removePhrase: ' (remove these words)',

  sameName: 'Several organizations have exactly this name.',
  sameNameElsewhere: 'One organization has exactly this name, but in another place.',
  otherNames: 'No organization has exactly this name.',
  largestFirst: 'The largest organizations come first.',
  closestFirst: 'The closest matches come first.',
  largestAre: 'The largest are:',
  closest: 'The closest matches are:',
  noCloseName: 'No organization has a similar name. The results below match part of your search.',
  others: 'These searches have results:',
  other: ({ isName, count, first }: { isName: boolean; count: string; first: string }) => (
    <>
      {isName ? 'by name' : 'by what they do'}: {count} found, starting with{' '}
      <DisplayName name={first} />.
    </>
  ),
  atLeast: ({ count }: { count: string }) => `at least ${count}`,
  advice: 'You can also:',
  advices: {
    filters: 'Remove all filters',
    work: 'Search by what organizations do',
    name: 'Search by name',
    words: 'Try fewer words, another name for the organization, or its nine-digit EIN',
    loaded: 'See which data is loaded; not all nonprofits are in it',
  },

  noPlace: 'Location not reported',
  noReturn: 'No filing loaded',
  noRevenue: 'none on record',
  notReported: 'not reported',
  figureOf: ({ label, name }: { label: string; name: string }) => `${label} of ${name}`,
  revoked: 'Tax exemption revoked',
  whyFlagged: ({ name }: { name: string }) => `: reasons for ${name}`,
  rating: ({ score, band }: { score: string; band: string | undefined }) =>
    `Rating ${score} · ${band ?? 'old return'}`,
  ratingOf: ({ name }: { name: string }) => ` of ${name}: how it is calculated`,

  matchesEin: 'Matches its EIN.',
  matches: ({ isExact }: { isExact: boolean }) => (isExact ? 'Matches its' : 'Similar to its'),
  names: {
    Name: 'name',
    LegalName: 'legal name',
    FormerName: 'former name',
    DoingBusinessAs: 'trade name',
  } as Readonly<Record<string, string>>,
  initials: 'Its initials: ',
  matchedName: ({ how, value }: { how: string; value: string }) =>
    `${how}, ${value}: see the source`,
  andPlace: ({ place }: { place: string }) => (
    <>
      {' '}
      and its location, <DisplayName name={place} />
    </>
  ),
  passages: {
    Mission: 'From its filed mission',
    Program: 'From its filed programs',
    Website: 'From its website',
    Classification: 'Classification',
  },
  nameReason: ({ name }: { name: string }) => `Its name: ${name}`,
  placeReason: ({ place }: { place: string }) => `Works in ${place}`,
  classReason: ({ label }: { label: string }) => `Classified as ${label}`,
  inferred: ' (inferred from its description, not filed)',
  sourceOf: ({ label, name }: { label: string; name: string }) =>
    `${label} of ${name}: see the source`,
} as const
