import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { FastifyBaseLogger } from 'fastify'
import { createUsagePool, removeOldUsage } from '../access/usage.ts'
import { checkOpenSearch } from '../platform/clients/check-opensearch.ts'
import { migrate } from '../platform/clients/migrations.ts'
import { createModelBackend } from '../platform/clients/model-backend.ts'
import { createOpenSearch, createOpenSearchBreaker } from '../platform/clients/opensearch.ts'
import { createPostgres, createPostgresBreaker } from '../platform/clients/postgres.ts'
import { withReadReplica } from '../platform/clients/read-replica.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { createEmbedder } from '../platform/embedding/embedder.ts'
import { openQueryVectors } from '../platform/embedding/query-vectors.ts'
import { withNextAttempt } from '../platform/engines/back-off.ts'
import { type EngineLease, leaseEngines } from '../platform/engines/lease.ts'
import { showEngineProgress } from '../platform/engines/progress.ts'
import { type RecoveryWatch, watchRecovery } from '../platform/engines/recovery-watch.ts'
import { ENGINES, readState } from '../platform/engines/state.ts'
import { listen, requireFreePort, type Server } from '../server.ts'
import { openChannel } from '../submissions/channel.ts'
import { removeOldSubmissions } from '../submissions/inbox.ts'
import { openNotifier } from '../submissions/notifier.ts'
import { deriveFilings, isEmpty, loadFirstData } from './first-data.ts'
import { makeFirstKey } from './first-key.ts'
import { asTyped, runCommand } from './run-command.ts'
import { listenForStop } from './stop.ts'

// After that, a process manager should restart the service. Most outages are shorter: OpenSearch
// recovers many shards within minutes.
const RECOVERY_LIMIT_SECONDS = 300
// Load balancers probe every few seconds, so at least one notices that the service is not alive.
const LAST_PROBE_MS = 5_000
// The last probe, the time limit of running requests (server.ts), and a margin.
const END_LIMIT_MS = 30_000
const DAY_MS = 86_400_000

const program = new Command('start')
  .description(
    'Starts the service. To configure it, set environment variables (docs/running/settings.md).',
  )
  .option(
    '--recovery-limit <seconds>',
    'stop if an embedded engine is unavailable for longer than this',
    readSeconds,
    RECOVERY_LIMIT_SECONDS,
  )
  .configureHelp(asTyped)
  .action(start)

await runCommand(async () => {
  await program.parseAsync()
  // Dead connections take minutes to end, which must not keep the process alive.
  process.exit()
})

async function start({ recoveryLimit }: { recoveryLimit: number }): Promise<void> {
  const config = readConfig()
  await requireFreePort(config)
  for (const warning of await checkOpenSearch(config)) console.warn(warning)
  const recovery = watchRecovery(config.dataDir, recoveryLimit * 1_000)
  const log: { app?: FastifyBaseLogger } = {}
  // Loading the modules takes seconds, during which the engines start.
  void import('../app.ts')
  const lease = await leaseEngines(config, ['opensearch', 'postgres'], showEngineProgress(), {
    onEvent: (event) => {
      // The log exists once the service listens.
      const sentence = withNextAttempt(event.sentence, event.retryMs)
      if (log.app) log.app.warn(sentence)
      else console.warn(sentence)
      recovery.onEvent(event)
    },
  })
  const outage = recovery.signal
  // Closing may wait for the lost engine, but must not keep the process alive.
  outage.addEventListener('abort', () => setTimeout(() => process.exit(1), END_LIMIT_MS).unref())
  // Before this point, a signal may end the process at once; from here on there is something to
  // close.
  const stop = AbortSignal.any([listenForStop(), outage])
  try {
    await serve(config, lease, { stop, outage, onBreaker: recovery.onBreaker, log })
  } catch (error) {
    if (!stop.aborted) throw error
    if (!outage.aborted) console.log('Stopped. The next start continues from here.')
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
  const migrated = await migrate(databaseUrl, {
    ca: config.database.ca,
    isEmbedded: config.database.url === undefined,
  })
  if (migrated.length > 0) console.log(`Migrated the store: ${migrated.join(', ')}.`)
  const store = { url: databaseUrl, ca: config.database.ca }
  const breaker = createPostgresBreaker(store)
  const primary = createPostgres({ ...store, breaker })
  const usage = createUsagePool({ ...store, breaker })
  const replica = config.database.readUrl && openReplica(config.database.readUrl, config, log)
  let postgres = primary
  const search = { url: opensearchUrl, ca: config.opensearch.ca }
  const searchBreaker = createOpenSearchBreaker(search)
  const opensearch = createOpenSearch({ ...search, breaker: searchBreaker })
  // Only embedded engines start again with the service; external servers recover by themselves.
  if (!config.database.url) breaker.onChange((failure) => onBreaker('postgres', Boolean(failure)))
  if (!config.opensearch.url) {
    searchBreaker.onChange((failure) => onBreaker('opensearch', Boolean(failure)))
  }
  try {
    await loadFirstData(config, primary, stop)
    const embedder = await createEmbedder(config, showEngineProgress())
    const modelBackend = config.modelBackend && createModelBackend(config.modelBackend)
    const notifier =
      config.notify &&
      openNotifier({
        postgres: primary,
        channel: openChannel(config.notify),
        onFailure: (err, submission) => {
          const sentence = 'could not send the notification for a submission'
          if (!log.app) console.warn(`${sentence}: ${String(err)}`)
          else log.app.warn({ err, ...(submission !== undefined && { submission }) }, sentence)
        },
      })
    // Not before: loading modules blocks this process for seconds, in which the replica would seem away.
    if (replica) postgres = withReadReplica(primary, replica)
    try {
      const server = await listen(config, {
        config,
        postgres,
        usage,
        engines: () => runningEngines(config),
        breakers: {
          Postgres: breaker,
          ...(replica && { Replica: replica.breaker }),
          OpenSearch: searchBreaker,
        },
        opensearch,
        indexPrefix: config.indexPrefix,
        embeddingModel: embedder.model,
        embed: openQueryVectors(embedder),
        outage,
        ...(notifier && { notifier }),
        ...(modelBackend && { modelBackend }),
      })
      log.app = server.app.log
      const isTerminal = process.stdout.isTTY ?? false
      greet(
        server,
        config.access === 'open' ? [] : await makeFirstKey(primary, config.dataDir, isTerminal),
        // Otherwise, the demo has filled the store.
        !config.demo && (await isEmpty(primary)),
      )
      const deriving = deriveFilings(primary, stop, (error) =>
        server.app.log.error(error, 'derive failed; run npm run refresh'),
      )
      const removeDaily = (what: string, remove: () => Promise<unknown>) =>
        daily(remove, stop, (error) =>
          server.app.log.warn(error, `could not remove old ${what}; the next attempt is tomorrow`),
        )
      removeDaily('usage counts', () => removeOldUsage(usage, new Date()))
      removeDaily('submissions', () => removeOldSubmissions(primary, new Date()))
      await untilStopped(stop)
      if (outage.aborted) {
        server.app.log.fatal((outage.reason as Error).message)
        await sleep(LAST_PROBE_MS)
      }
      console.log('Stopping when the current requests finish.')
      await server.close()
      await deriving
    } finally {
      // After the requests, which may still send notifications.
      await notifier?.close()
      await modelBackend?.close()
      await embedder.close()
    }
  } finally {
    await Promise.all([postgres.close(), usage.close(), opensearch.close()])
  }
}

/** Opens the pool of the replica, and logs when reads move to it and away from it. */
function openReplica(url: string, { database: { ca } }: Config, log: Run['log']) {
  const breaker = createPostgresBreaker({ url, ca })
  return {
    breaker,
    replica: createPostgres({ url, ca, breaker }),
    onMove: (reason?: unknown) => {
      const sentence = reason
        ? 'reads use the primary, because the replica cannot serve them'
        : 'reads use the replica'
      if (!log.app) console.warn(`${sentence}${reason ? `: ${String(reason)}` : ''}`)
      else if (reason) log.app.warn({ err: reason }, sentence)
      else log.app.info(sentence)
    },
  }
}

/** Returns which of the embedded engines that this service uses run. */
function runningEngines({ dataDir, database, opensearch }: Config): Record<string, boolean> {
  const used = ENGINES.filter((name) => !{ postgres: database, opensearch }[name].url)
  const engines = used.length > 0 ? readState(dataDir)?.engines : undefined
  return Object.fromEntries(used.map((name) => [name, engines?.[name]?.state === 'ready']))
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('Expected a number of seconds greater than 0.')
}

function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

function greet({ address }: Server, keyLines: string[], isStoreEmpty: boolean): void {
  const lines = [
    '',
    `Nonprofit Research Service: ${address}`,
    `API reference:              ${address}/docs`,
    '',
    ...(keyLines.length > 0 ? [...keyLines, ''] : []),
    ...(isStoreEmpty
      ? ['The store is empty. Next: npm run load -- PATH, then npm run refresh.']
      : [
          'Try:',
          `  curl '${address}/api/v2/health'`,
          `  curl '${address}/api/v2/search?Query=food+bank&Limit=3'`,
          `  curl '${address}/api/v2/search?q=after-school+programs+in+Ohio&limit=3'`,
        ]),
    '',
  ]
  console.log(lines.join('\n'))
}

/** Runs work now and then every day, until `stop`. */
function daily(
  work: () => Promise<unknown>,
  stop: AbortSignal,
  onFailure: (error: unknown) => void,
): void {
  const run = () => {
    work().catch(onFailure)
  }
  run()
  // The timer must not keep the process alive.
  const timer = setInterval(run, DAY_MS).unref()
  stop.addEventListener('abort', () => clearInterval(timer), { once: true })
}
