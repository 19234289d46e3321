import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { FastifyBaseLogger } from 'fastify'
import { createKey, listKeys } from '../access/keys.ts'
import { removeOldUsage } from '../access/usage.ts'
import { createUsagePool } from '../access/usage-pool.ts'
import { removeOldSubmissions } from '../capture/retention.ts'
import { checkOpenSearch } from '../clients/check-opensearch.ts'
import { migrate } from '../clients/migrations.ts'
import { createModelBackend } from '../clients/model-backend.ts'
import { createOpenSearch, createOpenSearchBreaker } from '../clients/opensearch.ts'
import { createPostgres, createPostgresBreaker, type Postgres } from '../clients/postgres.ts'
import { type Config, readConfig } from '../config.ts'
import { createEmbedder } from '../embedding/embedder.ts'
import { openQueryVectors } from '../embedding/query-vectors.ts'
import { withNextAttempt } from '../engines/back-off.ts'
import { type EngineLease, leaseEngines } from '../engines/lease.ts'
import { showEngineProgress } from '../engines/progress.ts'
import { type RecoveryWatch, watchRecovery } from '../engines/recovery-watch.ts'
import { listen, requireFreePort, type Server } from '../server.ts'
import { daily } from './daily.ts'
import { deriveFilings } from './derive-filings.ts'
import { loadFirstData } from './first-data.ts'
import { runCommand } from './run-command.ts'
import { startNotifier } from './start-notifier.ts'
import { listenForStop } from './stop.ts'
import { asTyped } from './usage.ts'

// A process manager starts the service again, on new ports if the old ones are taken. Most outages
// end sooner: OpenSearch recovers many shards within minutes.
const RECOVERY_LIMIT_SECONDS = 300
// Load balancers probe every few seconds: one probe sees that the service is not alive any more.
const LAST_PROBE_MS = 5_000
// The last probe, the limit of running requests (server.ts) and a reserve.
const END_LIMIT_MS = 30_000

const program = new Command('start')
  .description('Starts the service; it is set by the environment, as the README explains.')
  .option(
    '--recovery-limit <seconds>',
    'stop when an embedded engine is unavailable for longer',
    readSeconds,
    RECOVERY_LIMIT_SECONDS,
  )
  .configureHelp(asTyped)
  .action(start)

await runCommand(async () => {
  await program.parseAsync()
  // A queue whose store was away goes on asking, and connections that fell silent take minutes to
  // end: neither may hold up a process that is done.
  process.exit()
})

async function start({ recoveryLimit }: { recoveryLimit: number }): Promise<void> {
  const config = readConfig()
  await requireFreePort(config)
  for (const warning of await checkOpenSearch(config)) console.warn(warning)
  const recovery = watchRecovery(config.dataDir, recoveryLimit * 1_000)
  const log: { app?: FastifyBaseLogger } = {}
  const lease = await leaseEngines(config, ['opensearch', 'postgres'], showEngineProgress(), {
    onEvent: (event) => {
      // Before the service listens it has no log yet.
      const sentence = withNextAttempt(event.sentence, event.retryMs)
      if (log.app) log.app.warn(sentence)
      else console.warn(sentence)
      recovery.onEvent(event)
    },
  })
  const outage = recovery.signal
  // Closing may wait for the lost engine. It must not keep the process.
  outage.addEventListener('abort', () => setTimeout(() => process.exit(1), END_LIMIT_MS).unref())
  // From here on there is something to end in order; before, a signal may just end the process.
  const stop = AbortSignal.any([listenForStop(), outage])
  try {
    await serve(config, lease, { stop, outage, onBreaker: recovery.onBreaker, log })
  } catch (error) {
    if (!stop.aborted) throw error
    if (!outage.aborted) console.log('Stopped; the next start goes on from here.')
  } finally {
    await lease.release()
  }
  outage.throwIfAborted()
}

type Run = {
  stop: AbortSignal
  outage: AbortSignal
  onBreaker: RecoveryWatch['onBreaker']
  log: { app?: FastifyBaseLogger }
}

async function serve(
  config: Config,
  lease: EngineLease,
  { stop, outage, onBreaker, log }: Run,
): Promise<void> {
  const { opensearchUrl = '', databaseUrl = '' } = lease
  const migrated = await migrate(databaseUrl, config.database.ca)
  if (migrated.length > 0) console.log(`Store migrated: ${migrated.join(', ')}.`)
  const store = { url: databaseUrl, ca: config.database.ca }
  const breaker = createPostgresBreaker(store)
  const postgres = createPostgres({ ...store, breaker })
  const usage = createUsagePool({ ...store, breaker })
  const search = { url: opensearchUrl, ca: config.opensearch.ca }
  const searchBreaker = createOpenSearchBreaker(search)
  const opensearch = createOpenSearch({ ...search, breaker: searchBreaker })
  // Only embedded engines start again with the service; external servers recover by themselves.
  if (!config.database.url) breaker.onChange((failure) => onBreaker('postgres', Boolean(failure)))
  if (!config.opensearch.url) {
    searchBreaker.onChange((failure) => onBreaker('opensearch', Boolean(failure)))
  }
  try {
    await loadFirstData(config, postgres, stop)
    const embedder = await createEmbedder(config, showEngineProgress())
    const modelBackend = config.modelBackend && createModelBackend(config.modelBackend)
    const notifier = await startNotifier(config, postgres, {
      databaseUrl,
      warn: (facts, sentence) =>
        log.app ? log.app.warn(facts, sentence) : console.warn(`${sentence}: ${String(facts.err)}`),
    })
    try {
      const server = await listen(config, {
        config,
        postgres,
        usage,
        breakers: { Postgres: breaker, OpenSearch: searchBreaker },
        opensearch,
        indexPrefix: config.indexPrefix,
        embeddingModel: embedder.model,
        embed: openQueryVectors(embedder),
        outage,
        ...(notifier && { notifier }),
        ...(modelBackend && { modelBackend }),
      })
      log.app = server.app.log
      greet(server, await makeFirstKey(config, postgres))
      const deriving = deriveFilings(postgres, stop, (error) =>
        server.app.log.error(error, 'npm run derive failed; run it again'),
      )
      daily(
        () => removeOldUsage(usage, new Date()),
        stop,
        (error) => server.app.log.warn(error, 'old counts of use stay until tomorrow'),
      )
      daily(
        () => removeOldSubmissions(postgres, new Date()),
        stop,
        (error) => server.app.log.warn(error, 'old submissions stay until tomorrow'),
      )
      await untilStopped(stop)
      if (outage.aborted) {
        server.app.log.fatal((outage.reason as Error).message)
        await sleep(LAST_PROBE_MS)
      }
      console.log('Stopping: running requests are finished first.')
      await server.close()
      await deriving
    } finally {
      // After the requests, which tell of what they stored.
      await notifier?.close()
      await modelBackend?.close()
      await embedder.close()
    }
  } finally {
    await Promise.all([postgres.close(), usage.close(), opensearch.close()])
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('Expected a number of seconds above 0.')
}

function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The first Internal key, made when there is no key at all. */
function makeFirstKey(config: Config, postgres: Postgres): Promise<string | undefined> {
  if (config.access === 'open') return Promise.resolve(undefined)
  return postgres.withLock('first key', async (session) => {
    if ((await listKeys(session)).length > 0) return undefined
    return (await createKey(session, { tier: 'Internal', owner: 'first start' })).key
  })
}

function greet({ address }: Server, firstKey: string | undefined): void {
  const lines = [
    '',
    `Nonprofit Research Service: ${address} (API reference: ${address}/docs)`,
    ...(firstKey ? [`Internal API key, shown only now: ${firstKey}`] : []),
    'Try:',
    `  curl '${address}/api/v2/health'`,
    `  curl '${address}/api/v2/search?Query=food+bank&Limit=3'`,
    `  curl '${address}/api/v2/search?q=after-school+programs+in+Ohio&limit=3'`,
    '',
  ]
  console.log(lines.join('\n'))
}
