import { measureCommand } from '#test/world/measure-command.ts'
import { type Benchmark, type Row, type Run, toTimeRows } from './benchmark.ts'
import { withEngines, withPostgres, withService } from './environment.ts'
import { fillStore } from './store/fill.ts'
import { type Scenario, timeScenarios } from './timing.ts'

/**
 * The numbers of organizations and the bounds of each measurement: by time for slow machines, and by
 * count, because beyond 2,000 responses a p99 hardly moves.
 */
const SIZES = {
  whole: { organizations: 12_000, seconds: 10, asks: 2_000 },
  quick: { organizations: 900, seconds: 1, asks: 500 },
}

/** Measures searches over HTTP, against the same bodies sent directly to OpenSearch. */
export const search: Benchmark = {
  name: 'search',
  description: 'searches over HTTP, against the same bodies sent directly to OpenSearch',
  run: (run) =>
    timeServed(run, 'OpenSearch', async (databaseUrl) =>
      makeSearches(await pickNames(databaseUrl)).map((one) => ({ ...one, aims: SEARCH_AIMS })),
    ),
}

/** Measures one kind of request each: searches, profiles, sections, lists, and web pages. */
export const requests: Benchmark = {
  name: 'requests',
  description:
    'a search, profile, section, list, and page, against the calls to the engines they need',
  run: (run) =>
    timeServed(run, 'bare calls', async (databaseUrl) => makeRequests(await pickEins(databaseUrl))),
}

type Aims = { p50: number; p99: number }
type AimedScenario = Scenario & { aims?: Aims }

/** Fills and indexes a store, and times scenarios against their calls to the engines. */
const timeServed = (
  run: Run,
  against: string,
  makeScenarios: (databaseUrl: string) => Promise<AimedScenario[]>,
): Promise<Row[]> =>
  withEngines(async (place) => {
    const size = SIZES[run.isQuick ? 'quick' : 'whole']
    await fillStore(place, size.organizations, run)
    await measureCommand(place.env, ['reindex'], run.stop)
    const scenarios = await makeScenarios(place.databaseUrl)
    const timed = await withService(place, (address) =>
      timeScenarios(place, address, scenarios, size, run),
    )
    return timed.flatMap(({ name, times }) => {
      const aims = scenarios.find((one) => name.startsWith(`${one.name} ×`))?.aims
      return toTimeRows(name, times, against, aims)
    })
  })

/** The largest ratios of a search to its calls. */
export const SEARCH_AIMS = { p50: 1.3, p99: 2 }

/** Texts that people search for, of every length, with and without a place. */
export const INTENTS = [
  'after-school tutoring for children',
  'food pantry',
  'free clinics for people without insurance in Ohio',
  'affordable housing for veterans',
  'animal rescue and adoption',
  'scholarships for first-generation college students',
  'protecting rivers and wetlands',
  'community theater',
  'training for unemployed adults',
  'shelter for victims of domestic violence in Texas',
  'medical research on rare diseases in children',
  'youth soccer league',
  'clean water wells in Kenya',
  'legal aid for immigrants',
  'hospice care at home',
  'symphony orchestra concerts and music education',
]

/** Returns the path of a search; the last parameter is the text. */
export const toSearchPath = (parameters: Record<string, string>, path = '/api/v2/search'): string =>
  `${path}?${new URLSearchParams(parameters)}`

export function makeSearches(names: readonly string[]): Scenario[] {
  const discovery = INTENTS.map((Query) => toSearchPath({ Mode: 'Discovery', Query }))
  return [
    { name: 'A identity', paths: names.map((Query) => toSearchPath({ Query })) },
    { name: 'A discovery, new', paths: discovery, isNewText: true },
    { name: 'A discovery, again', paths: discovery },
    {
      name: 'A with facets',
      // Every other one is filtered, which counts that facet in another window.
      paths: discovery.map((path, at) => `${path}&Facets=true${at % 2 === 1 ? '&State=CT' : ''}`),
    },
    {
      name: 'B plain words',
      paths: [...names.slice(0, 8), ...INTENTS.slice(0, 8)].map((q) => toSearchPath({ q })),
    },
  ]
}

/** Returns 16 names: a third whole, a third cut, a third misspelled. */
export async function pickNames(databaseUrl: string): Promise<string[]> {
  const rows = await withPostgres(databaseUrl, (db) =>
    db.query<{ name: string }>(
      `select lower(name) as name from organization where name like '% %' and is_in_bmf
       order by md5(ein) limit 16`,
    ),
  )
  return rows.map(({ name }, at) => {
    if (at % 3 === 1) return name.split(' ').slice(0, 2).join(' ')
    return at % 3 === 2 ? misspell(name) : name
  })
}

/** Swaps two neighboring letters in the middle of the longest word. */
function misspell(name: string): string {
  const word = name.split(' ').reduce((long, one) => (one.length > long.length ? one : long))
  const at = Math.floor(word.length / 2)
  const swapped = `${word.slice(0, at - 1)}${word[at] ?? ''}${word[at - 1] ?? ''}${word.slice(at + 1)}`
  return name.replace(word, swapped)
}

const READ_AIMS: Aims = { p50: 2, p99: 5 }

// A page also renders what its calls return, so it has no aim.
export const makeRequests = (eins: readonly string[]): AimedScenario[] => [
  {
    name: 'search',
    paths: INTENTS.map((Query) => toSearchPath({ Facets: 'true', Query })),
    aims: SEARCH_AIMS,
  },
  { name: 'profile', paths: eins.map((ein) => `/api/v2/charity/${ein}/page`), aims: READ_AIMS },
  {
    name: 'section',
    paths: eins.map((ein) => `/api/v2/charity/${ein}/sections/Leadership`),
    aims: READ_AIMS,
  },
  { name: 'list', paths: eins.map((ein) => `/api/v2/charity/${ein}/grants`), aims: READ_AIMS },
  { name: 'search page', paths: INTENTS.map((Query) => toSearchPath({ Query }, '/')) },
  { name: 'profile page', paths: eins.map((ein) => `/charity/${ein}`) },
]

/** Returns organizations whose latest return is stored with all its parts. */
export async function pickEins(databaseUrl: string): Promise<string[]> {
  const rows = await withPostgres(databaseUrl, (db) =>
    db.query<{ ein: string }>(
      `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
       where f.source_archive <> 'scale' and f.form in ('990', '990EZ')
       order by md5(o.ein) limit 60`,
    ),
  )
  return rows.map(({ ein }) => ein)
}
