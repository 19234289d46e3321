import { findLive, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { normalizeName } from '#src/domain/names.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { Scale } from '../benchmark.ts'
import { measureCommand } from '../commands.ts'
import { type Engines, withFiles } from '../folders.ts'
import type { Scenario } from '../queries.ts'
import { measureReindex, serverEnvironment } from '../reindex.ts'
import { type Bounds, clientHeaders, type Times, timeInTurn } from '../requests.ts'
import { percentile, type Row, toRow, toSkipped } from '../row.ts'
import { askEngine, startSearched, type Timed, timeScenarios, toRows } from '../search.ts'
import { type Judged, type JudgedName, readJudgedNames } from './judged-names.ts'
import { type Peer, searchWithTantivy, searchWithTrigrams } from './peers.ts'
import { measureQuality, type Quality } from './quality.ts'
import { identityOf, limitedScenarios } from './scenarios.ts'

// Every request is sent at least once; a p99 needs a few hundred.
const SIZES = {
  whole: { names: 240, seconds: 20, asks: 480, warmUpSeconds: 3 },
  quick: { names: 24, seconds: 0.5, asks: 24, warmUpSeconds: 0.1 },
}

/** Limits of the median of identity searches over one and four connections, in milliseconds. */
const IDENTITY_LIMITS = [20, 50]
/** Limit of the median of any other request over one connection, in milliseconds. */
const LIMIT = 60

type Servers = {
  folder: string
  dataDir: string
  engines: Engines
  env: Record<string, string>
}

/** Measures everything in a prepared folder. */
export const measure = (dataDir: string, engines: Engines, scale: Scale): Promise<Row[]> =>
  withFiles(async (folder) => {
    // A search for grants would need a key.
    const servers = { folder, dataDir, engines, env: { ACCESS: 'open' } }
    const db = createPostgres({ url: engines.databaseUrl, statementTimeoutMs: 0 })
    try {
      await ensureIndex(servers, scale)
      return [
        ...(await measureSearches(servers, db, scale)),
        // The searches take a quarter of an hour, so their rows are kept.
        ...(await measureReindex(servers, 1, scale).catch(toFailedReindex)),
      ]
    } finally {
      await db.close()
    }
  })

function toFailedReindex(error: unknown): Row[] {
  if (!(error instanceof OperatorError)) throw error
  // The command's progress precedes its error.
  return [toSkipped('reindex', error.message.trim().split('\n').at(-1) ?? '')]
}

/** Builds an index if this version of the mapping has none. */
async function ensureIndex({ dataDir, engines }: Servers, { say, stop }: Scale): Promise<void> {
  const opensearch = createOpenSearch({ url: engines.opensearchUrl })
  const live = findLive(await listIndices(opensearch, '').finally(opensearch.close))
  if (live) return
  const env = serverEnvironment(dataDir, engines)
  const { seconds } = await measureCommand('indexer/cli.ts', ['reindex'], env, stop)
  say(`first index took ${seconds.toFixed(0)} s`)
}

async function measureSearches(servers: Servers, db: Postgres, scale: Scale): Promise<Row[]> {
  const size = SIZES[scale.isQuick ? 'quick' : 'whole']
  const judged = await readJudgedNames(db, size.names)
  const { quality, available, missing } = await inspect(servers, judged)
  scale.say(`ranked ${judged.known.length} names`)
  const peers = [
    await searchWithTantivy(db, servers.dataDir, judged.known, scale.stop),
    await searchWithTrigrams(db, judged.known),
  ]
  scale.say('searched with the peers')
  const bounds = { ...size, stop: scale.stop }
  const identity = await timeScenarios([identityOf(judged.known)], servers, bounds, scale)
  const floor = await timeMatch(servers.engines, judged.known, bounds)
  const others = await timeScenarios(available, servers, bounds, scale)
  return [
    ...identity.timed.flatMap(({ name, times }, at) => [
      ...toRows(name, times),
      toLimitRow(name, times, IDENTITY_LIMITS[at] ?? LIMIT),
    ]),
    ...compare(identity.timed[0], 'one match', floor),
    ...quality.rows,
    ...peers.flatMap((peer) => toPeerRows(peer, identity.timed[0], quality.nameAlone)),
    ...others.timed.flatMap(({ name, times }) => toOtherRows(name, times)),
    ...missing.map(({ name }) => toSkipped(name, 'this version has no such operation')),
  ]
}

/** Measures quality, and finds the scenarios that the service answers. */
async function inspect(servers: Servers, judged: Judged) {
  const service = await startSearched(servers.dataDir, servers.folder, servers.env)
  try {
    const scenarios = limitedScenarios(judged.known)
    const answered = await Promise.all(scenarios.map((one) => isAnswered(service.address, one)))
    return {
      quality: await measureQuality(service.address, judged),
      available: scenarios.filter((_, at) => answered[at]),
      missing: scenarios.filter((_, at) => !answered[at]),
    }
  } finally {
    await service.close()
  }
}

async function isAnswered(address: string, { path, requests: [first] }: Scenario) {
  if (path === undefined) return true
  const url = `${address}${path}?${new URLSearchParams(first)}`
  const { status } = await fetch(url, { headers: clientHeaders() })
  return status !== 404
}

/** Times the cheapest search for a name that the engine has. */
async function timeMatch(
  { opensearchUrl }: Engines,
  known: readonly JudgedName[],
  bounds: Bounds,
): Promise<number[]> {
  const asks = known.map(({ name }) => {
    const query = { match: { 'query.name': normalizeName(name) } }
    return askEngine(opensearchUrl, [
      {
        path: `/${organizationsAlias('')}/_search`,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify({ query, size: 10, _source: false })),
      },
    ])
  })
  return (await timeInTurn(asks, [], 1, bounds)).ours
}

function toLimitRow(name: string, { ours }: Times, reference: number): Row {
  const value = percentile(ours, 0.5)
  return toRow({
    ...{ name: `${name}, p50`, value, unit: 'ms', against: 'limit', reference },
    aim: { atMost: 1 },
  })
}

// Beyond the first connection, other requests have no limit.
const toOtherRows = (name: string, times: Times): Row[] => [
  ...(times.theirs.length > 0 ? toRows(name, times) : []),
  ...(name.endsWith('×1') ? [toLimitRow(name, times, LIMIT)] : []),
]

/** Returns rows of our times against those of another way to search for the same names. */
const compare = (ours: Timed | undefined, against: string, theirs: readonly number[]): Row[] =>
  [0.5, 0.99].map((share) =>
    toRow({
      name: `${ours?.name}, p${100 * share}`,
      value: percentile(ours?.times.ours ?? [], share),
      unit: 'ms',
      against,
      reference: percentile(theirs, share),
    }),
  )

function toPeerRows(peer: Peer, ours: Timed | undefined, quality: Quality): Row[] {
  if ('missing' in peer) return [toSkipped(peer.name, peer.missing)]
  return [
    ...compare(ours, peer.name, peer.ms),
    toRow({
      name: 'name alone, MRR@10',
      value: quality.mrr,
      unit: '',
      against: peer.name,
      reference: peer.quality.mrr,
      aim: { atLeast: 1 },
    }),
  ]
}
