import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError } from '#src/platform/errors.ts'
import { type FileReject, unreadable } from './file-reject.ts'

export type FoundFile = { path: string; stats: Stats }

/**
 * Returns every file below the paths, sorted by name so that walks agree, and rejects for files
 * that cannot be read. A folder is entered once, however many links lead to it. Throws
 * OperatorError for a given path that does not exist.
 */
export function* walkPaths(paths: readonly string[]): Generator<FoundFile | FileReject> {
  const entered = new Set<string>()
  for (const path of paths.map((one) => resolve(one))) {
    // A dangling link exists; walking reports what is wrong with it.
    if (!existsSync(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new OperatorError(
        `${path} cannot be read. Give the path of an existing file or folder.`,
      )
    }
    yield* walk(path, entered)
  }
}

function* walk(path: string, entered: Set<string>): Generator<FoundFile | FileReject> {
  const found = look(path, entered)
  if (!Array.isArray(found)) {
    yield found
    return
  }
  for (const name of found) {
    // Hidden files are left by tools and are never data.
    if (!name.startsWith('.')) yield* walk(join(path, name), entered)
  }
}

/** Returns a file, the names in a folder not entered before, or why it cannot be read. */
function look(path: string, entered: Set<string>): FoundFile | FileReject | string[] {
  try {
    const stats = statSync(path)
    if (stats.isFile()) return { path, stats }
    return stats.isDirectory() && enter(path, entered) ? readdirSync(path).sort() : []
  } catch (error) {
    return unreadable(path, error)
  }
}

function enter(path: string, entered: Set<string>): boolean {
  const real = realpathSync(path)
  if (entered.has(real)) return false
  entered.add(real)
  return true
}
