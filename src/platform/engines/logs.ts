import { copyFileSync, statSync, truncateSync } from 'node:fs'

// Weeks of a quiet engine; as much again is kept beside it.
const LOG_BYTES = 20_000_000

/**
 * Puts a log aside that has grown too large, replacing the one put aside before. It is copied and
 * emptied, not renamed: whoever writes it has it open and appends, so it goes on at the new end.
 */
export function boundLog(file: string): void {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size <= LOG_BYTES) return
    copyWhereThereIsRoom(file)
    truncateSync(file)
  } catch {
    // No reason to stop engines that work; who cannot write the log at all says so at its start.
  }
}

function copyWhereThereIsRoom(file: string): void {
  try {
    copyFileSync(file, `${file}.previous`)
  } catch {
    // A full disk needs the room of the log all the more.
  }
}
