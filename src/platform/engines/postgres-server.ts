import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { type Engine, type Folders, findFreePort, requireFreePort } from './engine.ts'
import { findEngineUser, launchAs } from './engine-user.ts'
import { DATABASE, ensurePostgresFolder } from './postgres-folder.ts'
import { type EngineProcess, endAbandoned, spawnEngine } from './process.ts'

const MEGABYTE = 1024 * 1024

/** Returns the settings of every start; `durable` is false only in tests. */
export function buildPostgresSettings(
  port: number,
  memoryBytes: number,
  durable: boolean,
): Record<string, string> {
  // A sixteenth of the memory: 512 MB on a laptop with 8 GiB, 1.5 GB on 24 GiB. OpenSearch's heap
  // and the page cache need the rest; more did not speed up loading.
  const sharedMb = Math.min(2048, Math.max(128, Math.floor(memoryBytes / 16 / MEGABYTE)))
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Clients only use loopback, and a socket's path must stay under 108 characters.
    unix_socket_directories: '',
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${sharedMb * 6}MB`,
    // Sorts about 100,000 rows in memory; 20 clients at once stay under 1 GB.
    work_mem: '32MB',
    // For building indexes on the loader's tables.
    maintenance_work_mem: '256MB',
    // A bulk load writes gigabytes: with few, spread checkpoints, each page is written once.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // The packaged server is built without lz4 (18.4), so TOAST uses pglz, too.
    wal_compression: 'pglz',
    // Laptops and servers have flash disks; the default of 4 is for spinning disks.
    random_page_cost: '1.1',
    // The packaged server has no JIT; requesting it would only slow down planning.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    synchronous_commit: 'on',
    // Without fsync, a commit still reaches the kernel: tests may kill servers, but not machines.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
}

/** Returns the settings as arguments of the server. */
export const asArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

type PostgresOrder = { binaries: string; durable: boolean; port?: number | undefined }

const POLL_MS = 50
// Recovery after a kill replays up to max_wal_size; a slow disk takes minutes for 4 GB.
const START_LIMIT_MS = 600_000
// Another program may take the free port first, and backends of a killed server may hold its memory
// for a while. Both problems pass.
const ATTEMPTS = 5
const PAUSE_MS = 1_000

/** Starts Postgres on the data folder, which it creates if needed. Throws OperatorError. */
export async function startPostgres(
  folders: Folders,
  { binaries, durable, port }: PostgresOrder,
  signal: AbortSignal,
): Promise<Engine> {
  const user = findEngineUser()
  const password = ensurePostgresFolder(folders, binaries, user)
  const own = postgresProcess(folders)
  for (let attempt = 1; ; attempt++) {
    await endAbandoned(pidFileOf(folders.postgres), folders.postgres, own)
    if (port !== undefined) await requireFreePort('Postgres', port)
    const chosen = port ?? (await findFreePort())
    const settings = buildPostgresSettings(chosen, totalmem(), durable)
    const reached = [folders.postgres, binaries]
    const args = ['-D', folders.postgres, ...asArguments(settings)]
    const launch = launchAs(user, reached, join(binaries, 'postgres'), args)
    const process = spawnEngine({ launch, cwd: binaries, ...own })
    if (await isReady(process, folders.postgres, signal)) {
      const url = `postgresql://${DATABASE}:${password}@127.0.0.1:${chosen}/${DATABASE}`
      return { url, port: chosen, process }
    }
    signal.throwIfAborted()
    if (attempt === ATTEMPTS || !mayPass(process)) throw await failure(process, folders)
    await sleep(PAUSE_MS)
  }
}

/** Its log, and its fast shutdown, which disconnects clients and writes everything. */
export const postgresProcess = (folders: Folders) => ({
  logFile: join(folders.logs, 'postgres.log'),
  signal: 'SIGINT' as const,
})

const mayPass = (process: EngineProcess) =>
  /could not bind|Address already in use|could not create any TCP|still in use|already exists/.test(
    process.complaint(),
  )

async function failure(process: EngineProcess, folders: Folders): Promise<OperatorError> {
  const how = await process.ended
  return new OperatorError(
    `Postgres did not start (${how}): "${process.complaint()}". See ${postgresProcess(folders).logFile} and correct the cause.`,
  )
}

// Postgres writes its state to the last line of its pid file, where pg_ctl reads it, too.
async function isReady(
  process: EngineProcess,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit && !process.hasEnded()) {
    if (signal.aborted) break
    if (readPidFile(folder).at(7)?.trim() === 'ready') return true
    await sleep(POLL_MS)
  }
  await process.stop(`not ready within ${START_LIMIT_MS / 1_000} seconds`)
  return false
}

const pidFileOf = (folder: string) => join(folder, 'postmaster.pid')

function readPidFile(folder: string): string[] {
  const file = pidFileOf(folder)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
