/** A page to check and its expected status. */
export type Shown = { name: string; path: string; status?: number }

const FILING = '990:2023:202413429349300770'
const evidence = (ein: string, ref: string) =>
  `/charity/${ein}/evidence?${new URLSearchParams({ Ref: ref })}`

/** Every kind of page, for a variety of demo organizations. */
export const PAGES: readonly Shown[] = [
  { name: 'front', path: '/' },
  { name: 'search-name', path: '/?Query=Turkana+Wels' },
  { name: 'search-cause', path: '/?Query=clean+water+wells+in+Kenya' },
  { name: 'search-filters', path: '/?Query=youth&State=TX&Sort=Revenue' },
  { name: 'search-nothing', path: '/?Query=qqzzxxy+vvwwk&Mode=Identity' },
  { name: 'search-faulty', path: '/?Query=food&State=Ohoi&MinRevenue=many', status: 422 },
  { name: 'search-too-deep', path: '/?Query=food&Cursor=5000', status: 422 },
  { name: 'organization', path: '/charity/070000101' },
  { name: 'organization-large', path: '/charity/290000118' },
  { name: 'organization-older-year', path: '/charity/290000116?Form=990&Year=2012' },
  { name: 'organization-foundation', path: '/charity/490000181' },
  { name: 'organization-restricted', path: '/charity/080000172' },
  { name: 'organization-postcard', path: '/charity/970000161' },
  { name: 'organization-990t', path: '/charity/490000122' },
  { name: 'organization-none', path: '/charity/979999999', status: 404 },
  { name: 'section-statements', path: '/charity/290000118/sections/FinancialStatements' },
  { name: 'section-leadership', path: '/charity/070000101/sections/Leadership' },
  { name: 'section-governance', path: '/charity/070000101/sections/Governance' },
  { name: 'section-money-flow', path: '/charity/070000101/sections/MoneyFlow' },
  { name: 'section-operating-model', path: '/charity/070000101/sections/OperatingModel' },
  { name: 'section-programs', path: '/charity/070000101/sections/Programs' },
  { name: 'section-rating', path: '/charity/070000101/sections/Rating' },
  { name: 'section-checks', path: '/charity/700000131/sections/Checks' },
  { name: 'section-grants', path: '/charity/490000183/sections/Grants' },
  { name: 'section-grants-foundation', path: '/charity/490000181/sections/Grants' },
  { name: 'section-schedules', path: '/charity/490000183/sections/Schedules' },
  { name: 'section-related', path: '/charity/180000201/sections/RelatedOrganizations' },
  { name: 'section-none', path: '/charity/070000101/sections/Nothing', status: 404 },
  { name: 'filings', path: '/charity/190000112/filings' },
  { name: 'evidence', path: evidence('070000101', `${FILING}:/IRS990/CYTotalRevenueAmt`) },
  {
    name: 'evidence-row',
    path: evidence('080000102', '990:2023:202411629349305700:/IRS990ScheduleI/RecipientTable[4]'),
  },
  { name: 'evidence-none', path: evidence('070000101', `${FILING}:/Nothing`), status: 404 },
  { name: 'compare', path: '/compare' },
  { name: 'compare-whom', path: '/compare?Name=Open+Door+Family+Center&Name=Turkana+Wels' },
  { name: 'compare-three', path: '/compare?EINs=080000102,080000103,070000101' },
  { name: 'compare-five', path: '/compare?EINs=290000118,080000102,490000181,080000172,970000161' },
  { name: 'top-lists', path: '/top-lists' },
  { name: 'sector', path: '/sector' },
  { name: 'about', path: '/about' },
  { name: 'sources', path: '/sources' },
  { name: 'agents', path: '/agents' },
  { name: 'not-found', path: '/no-such-page', status: 404 },
]
