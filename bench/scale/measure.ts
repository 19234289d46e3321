import { createPostgres } from '#src/platform/clients/postgres.ts'
import { percentile, type Row, type Run, toRow, toSkipped, toTimeRows } from '../benchmark.ts'
import { type Place, withService } from '../environment.ts'
import { INTENTS, SEARCH_AIMS, toSearchPath } from '../search.ts'
import { type Scenario, timeScenarios } from '../timing.ts'
import { measureQuality, readJudgedNames } from './quality.ts'
import { searchWithTantivy } from './tantivy.ts'

// Every request is sent at least once; a p99 needs a few hundred.
const SIZES = {
  whole: { names: 240, seconds: 20, asks: 480 },
  quick: { names: 24, seconds: 0.5, asks: 24 },
}

/** Limits of medians over one connection, in milliseconds. */
const IDENTITY_LIMIT = 20
const LIMIT = 60

/** Measures searches for names, against their calls, limits, and a peer, and other searches. */
export async function measureSearches(place: Place, run: Run): Promise<Row[]> {
  const size = SIZES[run.isQuick ? 'quick' : 'whole']
  const db = createPostgres({ url: place.databaseUrl, statementTimeoutMs: 0 })
  try {
    const judged = await readJudgedNames(db, size.names)
    const names = judged.known.map(({ name }) => name)
    const peer = await searchWithTantivy(db, place.dataDir, judged.known, run.stop)
    return await withService(place, async (address) => {
      const quality = await measureQuality(address, judged)
      run.say(`ranked ${names.length} names`)
      const timed = await timeScenarios(place, address, makeScenarios(names), size, run)
      const times = timed.flatMap(({ name, times }) => [
        ...toTimeRows(name, times, 'engines', SEARCH_AIMS),
        ...toLimitRows(name, times.ours),
      ])
      return [
        ...times,
        ...quality.rows,
        ...toPeerRows(peer, timed[0]?.times.ours ?? [], quality.mrr),
      ]
    })
  } finally {
    await db.close()
  }
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

function toPeerRows(
  peer: { mrr: number; ms: number[] } | undefined,
  ours: number[],
  mrr: number,
): Row[] {
  const against = 'tantivy'
  if (!peer) return [toSkipped(against, 'there is no Python with tantivy')]
  return [
    ...toTimeRows('A identity ×1', { ours, theirs: peer.ms }, against),
    toRow({
      name: 'name alone, MRR@10',
      value: mrr,
      unit: '',
      against,
      reference: peer.mrr,
      aim: { atLeast: 1 },
    }),
  ]
}

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
