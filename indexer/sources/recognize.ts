import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError } from '#src/platform/errors.ts'
import { decodeHead } from './bytes.ts'
import { type FileReject, faultOfHead, unreadable } from './file-reject.ts'
import { TABULAR_READERS } from './readers.ts'
import type { TabularSource } from './source.ts'
import { faultOfMethod, listZip, openZip, type ZipEntry } from './zip.ts'

/** The files under the paths an operator specified. */
export type Recognized = {
  /** Single XML files of returns. */
  returns: { path: string; bytes: number }[]
  /** Zips that contain XML of returns. */
  archives: { path: string; bytes: number }[]
  tables: TabularSource[]
  /** Files that were meant to be loaded but cannot be read. */
  rejected: FileReject[]
  /** Unrelated files, with the reason. */
  unknown: { path: string; reason: string }[]
}

// Enough to recognize a table, and to reach an XML root.
const HEAD_BYTES = 65_536

const RETURN_ROOT = /<(?:[\w.-]+:)?Return[\s>]/
const MONTH = /(?:^|[\\/])(\d{4}-(?:0[1-9]|1[0-2]))(?=[\\/])/g

/**
 * Walks files and folders at any depth and recognizes each file by its content.
 * Throws OperatorError for a path that does not exist and for a table of a future month.
 */
export async function recognizePaths(
  paths: readonly string[],
  asOf: string | undefined,
): Promise<Recognized> {
  if (asOf !== undefined) refuseFuture(asOf, '--as-of')
  const found: Recognized = { returns: [], archives: [], tables: [], rejected: [], unknown: [] }
  for (const file of walkPaths(paths)) {
    if ('code' in file) found.rejected.push(file)
    else await recognizeOrReject(file, asOf, found)
  }
  return found
}

async function recognizeOrReject(
  file: FoundFile,
  asOf: string | undefined,
  found: Recognized,
): Promise<void> {
  try {
    await recognizeFile(file, asOf, found)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    found.rejected.push(unreadable(file.path, error))
  }
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

async function recognizeFile(
  { path, stats }: FoundFile,
  asOf: string | undefined,
  found: Recognized,
): Promise<void> {
  const head = readHead(path)
  if (isZip(head)) return recognizeZip({ path, stats }, asOf, found)
  const text = decodeHead(head)
  if (isReturn(path, text)) {
    found.returns.push({ path, bytes: stats.size })
    return
  }
  const table = recognizeTable({ path, stats }, text, asOf)
  if (table) {
    found.tables.push({ ...table, bytes: stats.size })
    return
  }
  const fault = faultOfHead(path, head, text, TABULAR_READERS)
  if (fault) found.rejected.push({ path, ...fault })
  else found.unknown.push({ path, reason: reasonFor(head, text) })
}

/** Returns the table that begins with this text; undefined if it is none. */
function recognizeTable({ path, stats }: FoundFile, text: string, asOf: string | undefined) {
  const reader = TABULAR_READERS.find((one) => one.recognizes(text))
  return reader && { kind: reader.kind, path, ...monthOf(path, stats, asOf) }
}

const isZip = (head: Buffer) =>
  head.subarray(0, 2).toString('latin1') === 'PK' && (head[2] ?? 9) < 9

/**
 * Returns true for XML with the root Return. The root is searched in the whole head, so that a return
 * with damage before it is rejected with its place instead of being skipped.
 */
const isReturn = (name: string, head: string): boolean =>
  RETURN_ROOT.test(head) && (/\.xml$/i.test(name) || /^\s*</.test(head))

function reasonFor(head: Buffer, text: string): string {
  if (head.length === 0) return 'the file is empty'
  if (isZip(head)) return 'a zip inside a zip; unpack the outer one first'
  if (head.includes(0)) return 'not text'
  if (/^\s*</.test(text)) return 'XML, but not a return'
  if (/^\s*[[{]/.test(text)) return 'JSON; load the table as CSV'
  return 'neither a return nor a table that the loader recognizes'
}

function monthOf(
  path: string,
  stats: FoundFile['stats'],
  given: string | undefined,
): Pick<TabularSource, 'asOf' | 'isFileDate'> {
  const folders = [...path.matchAll(MONTH)].map((match) => match[1])
  const stated = given ?? folders.at(-1)
  const asOf = stated ?? stats.mtime.toISOString().slice(0, 7)
  refuseFuture(asOf, path)
  return { asOf, ...(stated === undefined && { isFileDate: true }) }
}

// In some time zones, a month begins up to fourteen hours earlier than in UTC.
const EARLIEST_ZONE_MS = 14 * 3_600_000

/** Rejects a future month: true facts would never replace its facts. */
function refuseFuture(month: string, what: string): void {
  const latest = new Date(Date.now() + EARLIEST_ZONE_MS).toISOString().slice(0, 7)
  if (month <= latest) return
  throw new OperatorError(
    `The month ${month} of ${what} is in the future. Set the month of the data with --as-of.`,
  )
}

/** Recognizes the content of a zip: returns, by their names, and tables. */
async function recognizeZip(
  { path, stats }: FoundFile,
  asOf: string | undefined,
  found: Recognized,
): Promise<void> {
  let hasReturns = false
  const others: ZipEntry[] = []
  try {
    for await (const entry of listZip(path)) {
      if (isXmlName(entry.name)) hasReturns = true
      else others.push(entry)
    }
  } catch {
    const detail = 'The zip is incomplete or damaged. Download it again.'
    found.rejected.push({ path, code: 'DamagedZip', detail })
    return
  }
  if (hasReturns) found.archives.push({ path, bytes: stats.size })
  await recognizeEntries({ path, stats }, others, asOf, found)
}

export const isXmlName = (name: string): boolean => /\.xml$/i.test(name)

async function recognizeEntries(
  { path, stats }: FoundFile,
  entries: ZipEntry[],
  asOf: string | undefined,
  found: Recognized,
): Promise<void> {
  const zip = openZip(path)
  try {
    for (const entry of entries) {
      const head = await zip.head(entry, HEAD_BYTES)
      const text = decodeHead(head)
      const table = recognizeTable({ path, stats }, text, asOf)
      if (table) {
        if (found.tables.some((one) => one.path === path && one.member === entry.name)) {
          found.rejected.push({ path, member: entry.name, ...REPEATED_NAME })
        } else {
          found.tables.push({ ...table, member: entry.name, bytes: entry.size })
        }
        continue
      }
      const fault = faultOfEntry(entry, head, text)
      if (fault) found.rejected.push({ path, member: entry.name, ...fault })
      else found.unknown.push({ path: `${path}!${entry.name}`, reason: reasonFor(head, text) })
    }
  } finally {
    zip.close()
  }
}

// A table in a zip is found by its name, so only the first can be loaded.
const REPEATED_NAME = {
  code: 'RepeatedName',
  detail:
    'The zip has two entries with this name; only the first is read. Load each from its own zip.',
}

function faultOfEntry(entry: ZipEntry, head: Buffer, text: string) {
  const fault = faultOfMethod(entry)
  if (fault) return { code: fault.code, detail: fault.message }
  if (entry.size > 0 && head.length === 0) {
    return { code: 'DamagedEntry', detail: 'The entry cannot be unpacked. Download the zip again.' }
  }
  // A zip inside a zip is reported as unknown.
  return isZip(head) ? undefined : faultOfHead(entry.name, head, text, TABULAR_READERS)
}

type FoundFile = { path: string; stats: Stats }

/**
 * Returns every file below the paths, sorted by name so that walks agree, and rejects for files
 * that cannot be read. A folder is entered once, however many links lead to it. Throws
 * OperatorError for a given path that does not exist.
 */
function* walkPaths(paths: readonly string[]): Generator<FoundFile | FileReject> {
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
