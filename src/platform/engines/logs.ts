import { copyFileSync, statSync, truncateSync } from 'node:fs'

// Weeks of a quiet engine; the previous log is kept as well.
const LOG_BYTES = 20_000_000

/**
 * Moves a large log's content to a second file, which it replaces. The log is copied and emptied
 * instead of renamed, because its writers have it open for appending.
 */
export function boundLog(file: string): void {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size <= LOG_BYTES) return
    copyWhereThereIsRoom(file)
    truncateSync(file)
  } catch {
    // Not a reason to stop working engines; an engine that cannot write its log reports that when
    // it starts.
  }
}

function copyWhereThereIsRoom(file: string): void {
  try {
    copyFileSync(file, `${file}.previous`)
  } catch {
    // A full disk needs the log's room even more.
  }
}
