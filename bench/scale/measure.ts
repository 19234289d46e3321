import { z } from 'zod'
import { type JudgedName, readJudgedNames, WAYS } from '#test/real/relevance/judged-names.ts'
import { mean, reciprocalRank } from '#test/real/relevance/scores.ts'
import { percentile, type Row, type Run, toRow, toTimeRows } from '../benchmark.ts'
import { type Place, withPostgres, withService } from '../environment.ts'
import { INTENTS, SEARCH_AIMS, toSearchPath } from '../search.ts'
import {
  clientHeaders,
  type Scenario,
  timeScenarios,
  toStatusError,
  untilAccepted,
} from '../timing.ts'

// Every request is sent at least once; a p99 needs a few hundred.
const SIZES = {
  whole: { names: 240, seconds: 20, asks: 480 },
  quick: { names: 24, seconds: 0.5, asks: 24 },
}

/** Limits of medians over one connection, in milliseconds. */
const IDENTITY_LIMIT = 20
const LIMIT = 60

/** Measures searches for names, against their calls and limits, and other searches. */
export async function measureSearches(place: Place, run: Run): Promise<Row[]> {
  const size = SIZES[run.isQuick ? 'quick' : 'whole']
  return await withPostgres(place.databaseUrl, async (db) => {
    const { known, absent } = await readJudgedNames(db)
    const judged = { known: pickEvenly(known, size.names), absent }
    const names = judged.known.map(({ name }) => name)
    return await withService(place, async (address) => {
      const quality = await measureQuality(address, judged)
      run.say(`ranked ${names.length} names`)
      const timed = await timeScenarios(place, address, makeScenarios(names), size, run)
      const times = timed.flatMap(({ name, times }) => [
        ...toTimeRows(name, times, 'engines', SEARCH_AIMS),
        ...toLimitRows(name, times.ours),
      ])
      return [...times, ...quality]
    })
  })
}

const toLimitRows = (name: string, ours: readonly number[]): Row[] =>
  name.endsWith('×1')
    ? [
        toRow({
          name: `${name}, p50`,
          value: percentile(ours, 0.5),
          unit: 'ms',
          against: 'limit',
          reference: name.startsWith('A identity ×') ? IDENTITY_LIMIT : LIMIT,
          aim: { atMost: 1 },
        }),
      ]
    : []

// Frequent words of names, each in a state of the registry's extracts.
const LISTED = ['church', 'foundation', 'school', 'baptist', 'arts', 'youth', 'hospital', 'club']
const STATES = ['CT', 'KY', 'LA', 'NE', 'DC', 'UT', 'MS', 'NV']

const PEOPLE = ['Maria Garcia', 'John Smith', 'Sarah Johnson', 'Patel', 'jon smyth', 'Lee Chen']
const PURPOSES = ['literacy programs', 'food pantry', 'general support', 'scholarships']

/** Returns searches; those for identity have the name as the award's record has it. */
function makeScenarios(names: readonly string[]): Scenario[] {
  const State = (at: number) => STATES[at % STATES.length] ?? ''
  const Facets = 'true'
  const mixed = [...names.slice(0, 8), ...INTENTS.slice(0, 8)]
  return [
    { name: 'A identity', paths: names.map((Query) => toSearchPath({ Query })) },
    {
      name: 'A identity, facets',
      paths: names.slice(0, 16).map((Query) => toSearchPath({ Query, Facets })),
    },
    {
      name: 'A list, sort, facets',
      paths: LISTED.map((Query, at) =>
        toSearchPath({ Query, State: State(at), Sort: 'Revenue', Facets }),
      ),
    },
    {
      name: 'A discovery, facets',
      paths: INTENTS.map((Query, at) =>
        toSearchPath({ Query, Mode: 'Discovery', State: State(at), Facets }),
      ),
    },
    { name: 'B plain words', paths: mixed.map((q) => toSearchPath({ q })) },
    { name: 'search page', paths: mixed.map((Query) => toSearchPath({ Query }, '/')) },
    {
      name: 'A people',
      paths: PEOPLE.flatMap((Name, at) =>
        [{ Name }, { Name, State: State(at) }].map((one) => toSearchPath(one, '/api/v2/people')),
      ),
    },
    {
      name: 'A grants, facets',
      paths: PURPOSES.map((Query) =>
        toSearchPath({ Query, State: 'OH', MinAmount: '50000', Facets }, '/api/v2/grants'),
      ),
    },
  ]
}

export type Judged = Awaited<ReturnType<typeof readJudgedNames>>

/** Returns `count` of the names, evenly chosen. */
export function pickEvenly(names: readonly JudgedName[], count: number): JudgedName[] {
  const step = Math.max(1, names.length / count)
  return names.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step))
}

/** The measured ways to ask for a name. */
const MEASURED = {
  'name alone': WAYS.name,
  'NAME CITY ST': WAYS['name city state'],
  'name, State=': WAYS['name, State='],
}

/** Returns the mean reciprocal rank of lists of EINs, one for each judged name. */
export const toMrr = (judged: readonly JudgedName[], lists: readonly string[][]): number =>
  mean(judged.map(({ ein }, at) => reciprocalRank(lists[at] ?? [], ein)))

const results = z.looseObject({
  Hits: z.array(z.looseObject({ EIN: z.string() })),
  Resolution: z.looseObject({ Status: z.string() }).optional(),
})

const find = (address: string, request: Record<string, string>) =>
  untilAccepted(async () => {
    const url = `${address}${toSearchPath({ ...request, Limit: '10' })}`
    const response = await fetch(url, { headers: clientHeaders() })
    if (!response.ok) throw toStatusError(url, response.status)
    return results.parse(await response.json())
  })

const AIM_MRR = 0.95
const AIM_EXACT_PERCENT = 0.5

/** Measures how well the judged names are found, and how often a name that no registry has seems exact. */
export async function measureQuality(address: string, { known, absent }: Judged): Promise<Row[]> {
  const mrrs: number[] = []
  for (const toRequest of Object.values(MEASURED)) {
    const lists: string[][] = []
    for (const judged of known) {
      const { Hits } = await find(address, toRequest(judged))
      lists.push(Hits.map(({ EIN }) => EIN))
    }
    mrrs.push(toMrr(known, lists))
  }
  let exact = 0
  for (const { name } of absent) {
    const { Resolution } = await find(address, { Query: name })
    if (Resolution?.Status === 'Exact') exact += 1
  }
  const rows = Object.keys(MEASURED).map((way, at) =>
    toRow({
      name: `${way}, MRR@10`,
      value: mrrs[at] ?? 0,
      unit: '',
      against: 'limit',
      reference: AIM_MRR,
      aim: { atLeast: 1 },
    }),
  )
  const exactRow = toRow({
    name: 'absent names answered Exact',
    value: (100 * exact) / absent.length,
    unit: '%',
    against: 'limit',
    reference: AIM_EXACT_PERCENT,
    aim: { atMost: 1 },
  })
  return [...rows, exactRow]
}
