import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'
import type { Folders } from './engine.ts'
import { type EngineUser, launchAs, makeEngineFolder } from './engine-user.ts'

/** The only database, and the role that owns it. */
export const DATABASE = 'nonprofits'

// Clients need the password even on loopback, because other users of the machine reach it, too.
const HBA = 'host all all 127.0.0.1/32 scram-sha-256\n'

/**
 * Creates the server's data folder if needed and returns the role's password. Throws OperatorError
 * for a folder of another major version or one that cannot be created.
 */
export function ensurePostgresFolder(
  folders: Folders,
  binaries: string,
  user: EngineUser | undefined,
): string {
  if (existsSync(folders.postgres)) refuseOtherVersion(folders, binaries)
  else initialise(folders, binaries, user)
  if (existsSync(folders.postgresPassword)) {
    return readFileSync(folders.postgresPassword, 'utf8').trim()
  }
  return setPassword(folders, binaries, user)
}

function refuseOtherVersion(folders: Folders, binaries: string): void {
  const file = join(folders.postgres, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none'
  const own = ownVersion(binaries)
  if (found === own) return
  throw new OperatorError(
    `${folders.postgres} was written by Postgres ${found}, but this version uses Postgres ${own}. Back up keys and submissions with the earlier version first (docs/running/backup.md), then set DATA_DIR to a new folder and load the files again.`,
  )
}

const ownVersion = (binaries: string): string => {
  const { stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /(\d+)[.\d]*\s*$/.exec(stdout ?? '')?.[1] ?? 'unknown'
}

function initialise(folders: Folders, binaries: string, user: EngineUser | undefined): void {
  // Under another name until complete, so that an interrupted start leaves no partial folder.
  const unfinished = `${folders.postgres}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(folders.postgresPassword, { force: true })
  makeEngineFolder(unfinished, user)
  // The built-in C.UTF-8 sorts by code point, in the same way on every machine and in every
  // version. libc and ICU change their order with upgrades, which breaks indexes on text.
  runTool(
    join(binaries, 'initdb'),
    user,
    [unfinished, binaries],
    [
      `--pgdata=${unfinished}`,
      `--username=${DATABASE}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // HBA below replaces it before the server listens.
      '--auth=trust',
      '--no-instructions',
    ],
  )
  writeFileSync(join(unfinished, 'pg_hba.conf'), HBA)
  runSql(unfinished, binaries, user, `CREATE DATABASE ${DATABASE};`)
  renameSync(unfinished, folders.postgres)
}

function setPassword(folders: Folders, binaries: string, user: EngineUser | undefined): string {
  const password = randomBytes(24).toString('hex')
  runSql(folders.postgres, binaries, user, `ALTER ROLE ${DATABASE} PASSWORD '${password}';`)
  const unfinished = `${folders.postgresPassword}.unfinished`
  writeFileSync(unfinished, `${password}\n`, { mode: 0o600 })
  renameSync(unfinished, folders.postgresPassword)
  return password
}

// The package has no psql. A server in single-user mode reads statements from its input and does not
// listen.
function runSql(
  folder: string,
  binaries: string,
  user: EngineUser | undefined,
  statement: string,
): void {
  const args = ['--single', '-D', folder, 'postgres']
  runTool(join(binaries, 'postgres'), user, [folder, binaries], args, `${statement}\n`)
}

function runTool(
  command: string,
  user: EngineUser | undefined,
  reached: string[],
  args: string[],
  input = '',
): void {
  const launch = launchAs(user, reached, command, args)
  const { status, stderr, error } = spawnSync(launch.command, launch.args, {
    ...launch,
    cwd: dirname(command),
    encoding: 'utf8',
    input,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
  })
  const fault = stderr?.split('\n').find((line) => /ERROR|FATAL|PANIC|error:/.test(line))
  if (status === 0 && !/ERROR|FATAL|PANIC/.test(fault ?? '')) return
  throw new OperatorError(
    `The Postgres folder could not be created (${fault ?? error?.message ?? `exit code ${status}`}). Check that DATA_DIR is writable and that its disk has space, then start again.`,
  )
}
