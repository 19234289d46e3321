import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

// The package has no types.
const { tryLock: tryLockFile }: { tryLock(file: number, options: { shared: boolean }): boolean } =
  createRequire(import.meta.url)('fs-native-extensions')

export type FileLock = { release(): void }

// Short enough that people do not notice it.
const POLL_MS = 100

/**
 * Takes the lock of a file, or returns undefined while another process has it. Processes may share it
 * if all of them ask for that. The kernel releases the lock when its process ends, even after
 * `kill -9`.
 */
export function tryLock(path: string, { isShared = false } = {}): FileLock | undefined {
  const file = openSync(path, 'a+')
  let isLocked = false
  try {
    isLocked = tryLockFile(file, { shared: isShared })
  } finally {
    if (!isLocked) closeSync(file)
  }
  return isLocked ? { release: () => closeSync(file) } : undefined
}

/** Returns true if a process holds the exclusive lock of a file. */
export function isLocked(path: string): boolean {
  const lock = tryLock(path, { isShared: true })
  lock?.release()
  return lock === undefined
}

/** Waits for the lock of a file; calls `onWait` once if another process holds it. */
export async function takeLock(path: string, onWait = () => {}): Promise<FileLock> {
  let lock = tryLock(path)
  if (lock === undefined) onWait()
  while (lock === undefined) {
    await sleep(POLL_MS)
    lock = tryLock(path)
  }
  return lock
}

/** Runs `body` under the lock of a file. Waits for it like `takeLock`. */
export async function withLock<T>(
  path: string,
  onWait: () => void,
  body: () => Promise<T>,
): Promise<T> {
  const lock = await takeLock(path, onWait)
  try {
    return await body()
  } finally {
    lock.release()
  }
}
