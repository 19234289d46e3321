import type { FastifyInstance } from 'fastify'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { Slots } from '#src/limits/admission.ts'
import type { Breaker } from '#src/platform/clients/breaker.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readQuarantined } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { probe } from './shared/probe.ts'
import { readServiceState, type ServiceState, type StateDeps } from './shared/service-state.ts'

type MetricsDeps = StateDeps & {
  usage?: Partial<Pick<Postgres, 'pool'>>
  breakers?: Record<string, Breaker>
  slots: Slots
  engines?: () => Record<string, boolean>
}

type Values = (readonly [labels: Record<string, string>, value: number | undefined])[]

/** Adds the metrics of the stores, the engines, and the age of the data to `/metrics`. */
export function addMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  measureQuarantine(app, deps)
  const { client } = app.metrics
  /** Adds a gauge; unknown values are absent. */
  const add = (name: string, help: string, label: string, read: () => Values) =>
    new client.Gauge({
      ...{ name, help, labelNames: label.split(' ').filter(Boolean), registers: [client.register] },
      collect() {
        this.reset()
        for (const [labels, value] of read()) if (value !== undefined) this.set(labels, value)
      },
    })

  const breakers = deps.breakers ?? {}
  reportBreakers(app, breakers)
  add(
    'breaker_open',
    '1 while the server does not respond and requests that need it are rejected immediately; otherwise, 0.',
    'server',
    () =>
      Object.entries(breakers).map(([server, breaker]) => [{ server }, Number(breaker.isOpen())]),
  )
  const replica = () => deps.postgres.replica?.()
  const pools = {
    requests: () => deps.postgres.pool?.(),
    usage: () => deps.usage?.pool?.(),
    replica: () => replica()?.pool,
  }
  add('postgres_pool', 'Connections of a pool, and callers that wait for one.', 'pool state', () =>
    Object.entries(pools).flatMap(([pool, read]) =>
      Object.entries(read() ?? {}).map(([state, count]) => [{ pool, state }, count] as const),
    ),
  )
  if (replica() !== undefined) {
    add('replica_used', '1 while reads use the replica; 0 while they use the primary.', '', () => [
      [{}, Number(replica()?.isUsed)],
    ])
    add('replica_lag_seconds', 'Age of the oldest change that the replica lacks.', '', () => [
      [{}, replica()?.lagSeconds],
    ])
  }
  const help = 'Requests by the servers they call: those with a slot (used), and those that wait.'
  add('request_slots', help, 'pool state', () =>
    Object.entries(deps.slots).flatMap(([pool, slots]) => [
      [{ pool, state: 'used' }, slots.taken()],
      [{ pool, state: 'waiting' }, slots.waiting()],
    ]),
  )
  add('embedded_engine_running', '1 while the embedded engine runs.', 'engine', () =>
    Object.entries(deps.engines?.() ?? {}).map(([engine, runs]) => [{ engine }, Number(runs)]),
  )

  const latest = openLatest(deps, (error) =>
    app.log.warn(error, 'could not read ages for /metrics'),
  )
  const addTime = (name: string, help: string, read: (state: ServiceState) => Values) =>
    add(name, help, 'source', () => read(latest()))
  addTime('index_built_timestamp_seconds', 'When the live index was built.', ({ index }) => [
    [{}, toSeconds(index?.builtAt)],
  ])
  addTime('release_timestamp_seconds', 'When the release of the store was made.', ({ store }) => [
    [{}, toSeconds(store?.releasedAt)],
  ])
  addTime('reindex_due', '1 if the store has a newer release than the live index.', (state) => [
    [{}, state.isReindexDue === undefined ? undefined : Number(state.isReindexDue)],
  ])
  addTime('source_loaded_timestamp_seconds', 'When a source was last loaded.', ({ store }) =>
    (store?.sources ?? []).map(({ key, loaded }) => [
      { source: key },
      toSeconds(loaded?.lastLoadedAt),
    ]),
  )
}

const toSeconds = (iso: string | undefined): number | undefined =>
  iso === undefined ? undefined : Date.parse(iso) / 1_000

const HELD_MS = 60_000

/**
 * Returns a function that returns what was read last and starts to read again at most once a minute,
 * so that a store that is slow or down neither delays nor fails `/metrics`.
 */
function openLatest(deps: StateDeps, onFailure: (error: unknown) => void): () => ServiceState {
  let last: ServiceState = {}
  let startedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - startedAt >= HELD_MS) {
      startedAt = performance.now()
      readServiceState(deps).then((state) => {
        last = { ...last, ...state }
      }, onFailure)
    }
    return last
  }
}

type Deps = Pick<SearchDeps, 'opensearch' | 'indexPrefix'>

/**
 * Shows on `/metrics` how many organizations are missing from the live index because it rejected
 * their documents. The metric is absent while no index responds, because 0 would be wrong.
 */
function measureQuarantine(app: FastifyInstance, deps: Deps): void {
  const { client } = app.metrics
  new client.Gauge({
    name: 'quarantined_organizations',
    help: 'Number of organizations missing from the live index because it rejected their documents. npm run status lists them.',
    registers: [client.register],
    async collect() {
      this.remove()
      // A failure must not remove the other metrics; /readyz reports it.
      const eins = await probe(
        readQuarantined(deps.opensearch, organizationsAlias(deps.indexPrefix)),
        'SearchUnavailable',
      ).catch(() => undefined)
      if (eins) this.set(eins.length)
    },
  })
}

/** Shows each server's calls on `/metrics`, and logs each change of its breaker. */
function reportBreakers(app: FastifyInstance, breakers: Record<string, Breaker>): void {
  const { client } = app.metrics
  const calls = new client.Histogram({
    name: 'server_call_duration_seconds',
    help: 'Statements and waits for a connection (Postgres), and requests (OpenSearch).',
    labelNames: ['server', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [client.register],
  })
  for (const [server, breaker] of Object.entries(breakers)) {
    breaker.onCall((seconds, hasFailed) =>
      calls.observe({ server, outcome: hasFailed ? 'failed' : 'done' }, seconds),
    )
    breaker.onChange((err) => {
      if (err)
        app.log.error({ err }, `${server} does not respond; requests that need it return 503`)
      else app.log.warn(`${server} accepts requests again`)
    })
  }
}
