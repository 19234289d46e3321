import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type FileLock = { release(): void }

// SQLite's result code for "another process holds the lock".
const SQLITE_BUSY = 5
// A waiting process asks again this often: unnoticed by people, no load on the machine.
const POLL_MS = 100

// A database nobody refers to is closed by the garbage collector, and its lock with it: a lock
// that is held for the life of a process must be held from here.
const held = new Set<DatabaseSync>()

/**
 * Takes the exclusive lock of a file, or undefined while another process holds it.
 * Node has no flock; SQLite's exclusive transaction is the same kernel lock, so it ends with
 * its holder, `kill -9` included, and no stale lock can exist. Nothing is ever written: the
 * file stays empty.
 */
export function tryLock(path: string): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined
    }
    throw error
  }
  held.add(database)
  return {
    release: () => {
      held.delete(database)
      database.close()
    },
  }
}

/** Whether a process holds the lock of a file. */
export function isLocked(path: string): boolean {
  const lock = tryLock(path)
  lock?.release()
  return lock === undefined
}

/** Runs `body` under the lock of a file; `onWait` is called once when another holds it. */
export async function withLock<T>(
  path: string,
  onWait: () => void,
  body: () => Promise<T>,
): Promise<T> {
  let lock = tryLock(path)
  if (lock === undefined) onWait()
  while (lock === undefined) {
    await sleep(POLL_MS)
    lock = tryLock(path)
  }
  try {
    return await body()
  } finally {
    lock.release()
  }
}
