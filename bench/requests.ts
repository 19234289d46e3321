import { createPostgres } from '#src/platform/clients/postgres.ts'
import { type Benchmark, toTimeRows } from './benchmark.ts'
import { measureCommand, withEngines, withService } from './environment.ts'
import { INTENTS, SEARCH_AIMS, SIZES, toSearchPath } from './search.ts'
import { fillStore } from './store/fill.ts'
import { type Scenario, timeScenarios } from './timing.ts'

type Aims = { p50: number; p99: number }
const READ_AIMS: Aims = { p50: 2, p99: 5 }

/** Measures one kind of request each: searches, profiles, sections, lists, and web pages. */
export const requests: Benchmark = {
  name: 'requests',
  description:
    'a search, profile, section, list, and page, against the calls to the engines they need',
  run: (run) =>
    withEngines(async (place) => {
      const size = SIZES[run.isQuick ? 'quick' : 'whole']
      await fillStore(place, size.organizations, run)
      await measureCommand(['reindex'], place.env, run.stop)
      const kinds = makeScenarios(await pickEins(place.databaseUrl))
      const timed = await withService(place, (address) =>
        timeScenarios(place, address, kinds, size, run),
      )
      return timed.flatMap(({ name, times }) => {
        const aims = kinds.find((kind) => name.startsWith(`${kind.name} ×`))?.aims
        return toTimeRows(name, times, 'bare calls', aims)
      })
    }),
}

// A page also renders what its calls return, so it has no aim.
const makeScenarios = (eins: readonly string[]): (Scenario & { aims?: Aims })[] => [
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
async function pickEins(databaseUrl: string): Promise<string[]> {
  const db = createPostgres({ url: databaseUrl })
  const rows = await db
    .query<{ ein: string }>(
      `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
       where f.source_archive <> 'scale' and f.form in ('990', '990EZ')
       order by md5(o.ein) limit 60`,
    )
    .finally(db.close)
  return rows.map(({ ein }) => ein)
}
