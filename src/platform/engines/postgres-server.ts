import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import type { Engine, Folders } from './engine.ts'
import { findEngineUser, launchAs } from './engine-user.ts'
import { type Guarded, spawnGuarded } from './guard.ts'
import { findFreePort, requireFreePort } from './ports.ts'
import { DATABASE, ensurePostgresFolder } from './postgres-folder.ts'
import { asArguments, buildPostgresSettings } from './postgres-settings.ts'
import { awaitEnd } from './running.ts'

export type PostgresOrder = { binaries: string; durable: boolean; port?: number | undefined }

const POLL_MS = 50
// Recovery after a kill replays up to max_wal_size; a slow disk takes minutes for 4 GB.
const START_LIMIT_MS = 600_000
// Another program may take a free port in between, and backends of a killed server may hold its
// memory for a while. Both pass.
const ATTEMPTS = 5
const PAUSE_MS = 1_000

/** Starts Postgres on the data folder, made at first use. Throws OperatorError. */
export async function startPostgres(
  folders: Folders,
  { binaries, durable, port }: PostgresOrder,
  signal: AbortSignal,
): Promise<Engine> {
  const user = findEngineUser()
  const password = ensurePostgresFolder(folders, binaries, user)
  for (let attempt = 1; ; attempt++) {
    await awaitEnd(pidFileOf(folders.postgres), folders.postgres, START_LIMIT_MS)
    if (port !== undefined) await requireFreePort('Postgres', port)
    const chosen = port ?? (await findFreePort())
    const settings = buildPostgresSettings(chosen, totalmem(), durable)
    const reached = [folders.postgres, binaries]
    const args = ['-D', folders.postgres, ...asArguments(settings)]
    const process = spawnGuarded({
      launch: launchAs(user, reached, join(binaries, 'postgres'), args),
      cwd: binaries,
      logFile: logOf(folders),
      // SIGINT is Postgres's fast shutdown: clients are cut, everything is written.
      signal: 'INT',
    })
    if (await isReady(process, folders.postgres, signal)) {
      const url = `postgresql://${DATABASE}:${password}@127.0.0.1:${chosen}/${DATABASE}`
      return { url, port: chosen, process }
    }
    signal.throwIfAborted()
    if (attempt === ATTEMPTS || !mayPass(process)) throw await failure(process, folders)
    await sleep(PAUSE_MS)
  }
}

const logOf = (folders: Folders) => join(folders.logs, 'postgres.log')

const mayPass = (process: Guarded) =>
  /could not bind|Address already in use|could not create any TCP|still in use|already exists/.test(
    process.complaint(),
  )

async function failure(process: Guarded, folders: Folders): Promise<OperatorError> {
  const how = await process.ended
  return new OperatorError(
    `Postgres did not start (${how}): "${process.complaint()}". See ${logOf(folders)} and correct the cause.`,
  )
}

// Postgres writes its state into the last line of its pid file, as pg_ctl reads it.
async function isReady(process: Guarded, folder: string, signal: AbortSignal): Promise<boolean> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit && !process.hasEnded()) {
    if (signal.aborted) break
    if (readPidFile(folder).at(7)?.trim() === 'ready') return true
    await sleep(POLL_MS)
  }
  await process.stop()
  return false
}

const pidFileOf = (folder: string) => join(folder, 'postmaster.pid')

function readPidFile(folder: string): string[] {
  const file = pidFileOf(folder)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
