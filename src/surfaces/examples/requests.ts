/** A documented request; its answer is in `answers/`, by operation and name. */
export type ExampleRequest = {
  /** A word that tells it from the others of its operation. */
  name: string
  summary: string
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: Record<string, unknown>
  /** Media type of the answer. */
  type?: string
  /** What another store does not have, by parameter: to be put in before the request is sent. */
  toPut?: Record<string, string>
}

/** EINs of the demo that documented requests ask about, those of the guide for agents included. */
export const DEMO = {
  turkanaWells: '070000101',
  hockingHillsFoodBank: '080000102',
  maumeeValleyFoodBank: '080000103',
  ngongFarmers: '080000172',
  lanternHillAcademy: '090000111',
  republicanRiver: '290000118',
  brightwater: '490000181',
  perryCountyHomes: '700000131',
  trailblazerScouts: '180000201',
} as const

const inPath = (ein: string) => ({ ein: Number(ein) })
const TURKANA = inPath(DEMO.turkanaWells)
const REPUBLICAN_RIVER = inPath(DEMO.republicanRiver)
const BRIGHTWATER = inPath(DEMO.brightwater)
const PERRY_COUNTY = inPath(DEMO.perryCountyHomes)
const SCOUTS = inPath(DEMO.trailblazerScouts)
const HOCKING_HILLS = inPath(DEMO.hockingHillsFoodBank)
const ONE = { Limit: 1 }
/** Releases are named by the moment of a load; every store has others. */
export const A_RELEASE = '20261122t061525550z'
export const FOOD_BANKS = [DEMO.hockingHillsFoodBank, DEMO.maumeeValleyFoodBank]
const LIST_OF_FOOD_BANKS = FOOD_BANKS.join()

const only = (summary: string, request: Omit<ExampleRequest, 'name' | 'summary'> = {}) => [
  { name: 'Example', summary, ...request },
]

/** Of each operation, by its operationId; over the fictional organizations of the demo. */
export const EXAMPLE_REQUESTS: Record<string, ExampleRequest[]> = {
  searchOrganizations: [
    {
      name: 'ByName',
      summary: 'A misspelt name (surface A)',
      query: { Query: 'Turkana Wels Partnership', ...ONE },
    },
    {
      name: 'ByMeaning',
      summary: 'What organizations do, in a state (surface A, Discovery)',
      query: { Query: 'meals for hungry families', Mode: 'Discovery', State: 'OH', ...ONE },
    },
    {
      name: 'InPlainWords',
      summary: 'A question in plain words (surface B)',
      query: { q: 'after-school programs in Ohio', limit: 1 },
    },
  ],
  exportOrganizations: [
    {
      name: 'Csv',
      summary: 'Three columns as csv',
      query: { Query: 'food bank', State: 'OH', Columns: 'EIN,Name,State' },
      type: 'text/csv',
    },
  ],
  listChanges: only('What changed since a release; for since put one of your own store', {
    query: { since: A_RELEASE, ...ONE },
    toPut: { since: 'a release of your own store' },
  }),
  listSources: only('The files the data comes from, with the last date of each'),
  compareOrganizations: only('Two food banks side by side', {
    query: { EINs: LIST_OF_FOOD_BANKS },
  }),
  getCharityPage: only('An organization that files Form 990', { path: TURKANA }),
  getCharitySection: [
    {
      name: 'Section',
      summary: 'A section of rows, one a page',
      path: { ...TURKANA, SectionId: 'Leadership' },
      query: ONE,
    },
    {
      name: 'Checks',
      summary: 'Cross-checks of a return that contradicts itself',
      path: { ...PERRY_COUNTY, SectionId: 'Checks' },
    },
  ],
  listCharityFilings: only('The newest filing', { path: TURKANA, query: ONE }),
  getStats: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
  getTopLists: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
  discoverSimilarOrganizations: only('The organization most like one', {
    path: TURKANA,
    query: ONE,
  }),
  summarizeDiligence: only('Two organizations', { query: { EINs: LIST_OF_FOOD_BANKS } }),
  listAwards: only('The newest federal award', { path: REPUBLICAN_RIVER, query: ONE }),
  listSubawards: only('What was passed on to a food bank', { path: HOCKING_HILLS, query: ONE }),
  getMoneyNetwork: only('The largest edge of a foundation', { path: BRIGHTWATER, query: ONE }),
  listGrants: [
    { name: 'Json', summary: 'The newest grant', path: BRIGHTWATER, query: ONE },
    {
      name: 'Csv',
      summary: 'All large grants of a year as csv',
      path: BRIGHTWATER,
      query: { MinYear: 2022, MinAmount: 1_000_000, Format: 'csv' },
      type: 'text/csv',
    },
  ],
  listGrantees: only('Whom a foundation gave most', { path: BRIGHTWATER, query: ONE }),
  listFunders: only('Who gave a food bank most', { path: HOCKING_HILLS, query: ONE }),
  rankCohortFunders: only('Who funds both of two food banks', {
    query: { EINs: LIST_OF_FOOD_BANKS, ...ONE },
  }),
  askAboutOrganization: only('A question to the operators', {
    body: {
      EIN: DEMO.hockingHillsFoodBank,
      Question: 'Which years does it report?',
      Email: 'reader@library.example',
    },
  }),
  giveFeedback: only('Something is missing', {
    body: { Message: 'The officers of 2021 are missing.', FeedbackType: 'missing_data' },
  }),
  getAssistantCapabilities: only('What can be asked'),
  streamAssistantChat: only('A figure, with its evidence', {
    body: { Message: 'What was its revenue?', Context: { EIN: DEMO.turkanaWells } },
    type: 'text/event-stream',
  }),
  getUsage: only('A paid key in the morning'),
  getHealth: only('A healthy service'),
  readProfile: only('An organization', { path: TURKANA }),
  readSummary: only('An organization', { path: TURKANA }),
  readMetrics: only('An organization', { path: TURKANA }),
  readFlows: only('An organization, its latest year', { path: TURKANA }),
  readContradictions: only('A return that contradicts itself', { path: PERRY_COUNTY }),
  readLeadership: only('An organization, its latest year', { path: TURKANA }),
  readRelated: only('The central organization of a family', { path: SCOUTS }),
  readRatings: only('An organization', { path: TURKANA }),
  listBlocks: only('An organization', { path: TURKANA }),
  readBlock: only('Schedule B, whose contributors are withheld from the public', {
    path: { ...TURKANA, block: 'IRS990ScheduleB' },
  }),
  readCoreRecord: only('A past year', { path: TURKANA, query: { year: 2022 } }),
  readCoreRecordV2: only('A past year', { path: TURKANA, query: { year: 2022 } }),
}

/** Operations without an example, and why. */
export const WITHOUT_EXAMPLE: Record<string, string> = {
  getBrandIcon: 'An image, of organizations whose website was read.',
}
