import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgres, readValue } from '#src/platform/clients/postgres.ts'
import { findEngineUser, launchAs } from '#src/platform/engines/engine-user.ts'
import { findPostgres } from '#src/platform/engines/lease.ts'
import { asArguments, buildPostgresSettings } from '#src/platform/engines/postgres-server.ts'
import { type EngineProcess, spawnEngine } from '#src/platform/engines/process.ts'
import { ask } from '#test/deep/engines/holders.ts'
import { findFreePorts } from './nodes.ts'

/** A streaming replica of an embedded Postgres, on loopback. */
export type Replica = {
  url: string
  /** Starts it, and resolves when it accepts reads. */
  start(): Promise<void>
  /** Sends `kill -9`, and resolves when it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Stops (`pause`) or continues (`resume`) the replay of what the primary sends. */
  replay(what: 'pause' | 'resume'): Promise<void>
}

const HBA = 'host replication all samehost scram-sha-256\n'
const MEMORY = 2 ** 31

/**
 * Copies the data folder of a running embedded primary to `folder`, without pg_basebackup, which the
 * package lacks. Returns the replica, which is not started.
 */
export async function prepareReplica(primaryUrl: string, folder: string): Promise<Replica> {
  const [port = 0] = await findFreePorts(1)
  await copyPrimary(primaryUrl, folder)
  const primary = new URL(primaryUrl)
  const connection = `host=127.0.0.1 port=${primary.port} user=${primary.username} password=${primary.password}`
  writeFileSync(join(folder, 'standby.signal'), '')
  const url = Object.assign(new URL(primaryUrl), { port: String(port) }).href
  const user = findEngineUser()
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const binaries = findPostgres()
  const settings = {
    ...buildPostgresSettings(port, MEMORY, false),
    primary_conninfo: connection,
    // Otherwise, a replica that returns looks for the primary only every five seconds.
    wal_retrieve_retry_interval: '500ms',
    // By default, a read may delay the replay for 30 seconds.
    max_standby_streaming_delay: '1s',
  }
  const args = ['-D', folder, ...asArguments(settings)]
  let server: EngineProcess | undefined
  return {
    url,
    start: async () => {
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      server = spawnEngine({
        launch: launchAs(user, [folder, binaries], join(binaries, 'postgres'), args),
        cwd: binaries,
        logFile: `${folder}.log`,
        signal: 'SIGINT',
      })
      while (!(await ask(url, 'select true').catch(() => false))) {
        if (server.hasEnded()) throw new Error(`The replica ended: ${server.complaint()}`)
        await sleep(100)
      }
    },
    kill: async () => {
      if (server && !server.hasEnded()) process.kill(server.pid, 'SIGKILL')
      await server?.ended
      // Its children end when they notice.
      await sleep(500)
    },
    stop: async () => await server?.stop(),
    replay: async (what) => {
      await ask(url, `select pg_wal_replay_${what}()::text`)
    },
  }
}

async function copyPrimary(primaryUrl: string, folder: string): Promise<void> {
  const db = createPostgres({ url: primaryUrl, statementTimeoutMs: 0 })
  try {
    await db.session(async (own) => {
      const source = (await readValue<string>(own, 'show data_directory')) ?? ''
      const hba = join(source, 'pg_hba.conf')
      if (!readFileSync(hba, 'utf8').includes(HBA)) appendFileSync(hba, HBA)
      await own.query("select pg_reload_conf(), pg_backup_start('replica', true)::text")
      execFileSync('cp', ['-a', source, folder])
      const label = await readValue<string>(own, 'select labelfile from pg_backup_stop(false)')
      writeFileSync(join(folder, 'backup_label'), label ?? '')
    })
  } finally {
    await db.close()
  }
}
