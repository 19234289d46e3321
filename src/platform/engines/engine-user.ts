import { execFileSync } from 'node:child_process'
import { accessSync, chownSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'

/** The user of the engines if the caller is root: both servers reject root. */
export type EngineUser = { uid: number; gid: number }

/** A command that runs as the engines' user. */
export type Launch = { command: string; args: string[]; uid?: number; gid?: number }

/** Returns `nobody` if the caller is root; otherwise undefined, and engines run as the caller. */
export function findEngineUser(): EngineUser | undefined {
  if (userInfo().uid !== 0) return undefined
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }).trim())
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch (cause) {
    throw new OperatorError(
      'OpenSearch and Postgres do not run as root, and there is no user "nobody" to run them. Run this command as an ordinary user.',
      { cause },
    )
  }
}

/** Makes a folder that only the engines' user can access. */
export function makeEngineFolder(folder: string, user: EngineUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
}

/**
 * Returns how to start `command` as the engines' user, which must reach `folders`. A checkout or
 * DATA_DIR is often inside a folder that only root may enter (/root, `mktemp -d`). In that case,
 * the process keeps one of root's capabilities, to read and search folders. Throws OperatorError if
 * that is impossible here.
 */
export function launchAs(
  user: EngineUser | undefined,
  folders: readonly string[],
  command: string,
  args: readonly string[],
): Launch {
  if (user === undefined) return { command, args: [...args] }
  const barred = folders.map((folder) => findBarrier(realpathSync(folder), user)).find(Boolean)
  if (barred === undefined) return { command, args: [...args], ...user }
  const options = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
    '--bounding-set=-all,+dac_read_search',
    // Without this, access(2), which both servers call, would ignore the capability.
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ]
  return { command: findSetpriv(barred), args: [...options, command, ...args] }
}

function findSetpriv(barred: string): string {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    const path = join(folder, 'setpriv')
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Tries the next folder; the error below covers a program that is in none.
    }
  }
  throw new OperatorError(
    `The engines run as the user "nobody", which cannot enter ${barred}. Move DATA_DIR, CACHE_DIR, and the checkout to folders that all users can enter, or run this command as an ordinary user.`,
  )
}

/** Returns the first folder on the way to `path`, itself included, that the user may not enter. */
export function findBarrier(path: string, user: EngineUser): string | undefined {
  const parent = dirname(path)
  const above = parent === path ? undefined : findBarrier(parent, user)
  if (above !== undefined) return above
  const { mode, uid, gid } = statSync(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & 1) === 1 ? undefined : path
}
