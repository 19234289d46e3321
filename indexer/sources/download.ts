import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import {
  type OnProgress,
  persist,
  RetryLater,
  sizeOf,
  startOf,
  Transfer,
  type TransferLimits,
  totalOf,
} from '#src/platform/engines/resumable.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { readTable } from './delimited.ts'

/** Where requests may go. */
export type Reach = {
  /** All requests begin below this address. */
  base: string
  /** Hosts besides the base to which its server may redirect. */
  hosts?: readonly string[]
  /** Pause before the first retry; it doubles each time. */
  retryMs?: number
}

type DownloadOptions = Reach & {
  onBytes?: OnProgress
  /** Returns whether a file's first bytes fit the request; if not, the file counts as missing. */
  isWanted?: (head: Buffer) => boolean
  /** Throws if the complete file is damaged; then the file is not kept. */
  check?: (path: string) => Promise<void>
}

export type Downloaded = 'fetched' | 'present' | 'missing'

/** Values that must be equal for a partial file to be continued. */
const versionSchema = z.object({ etag: z.string().optional(), total: z.number().optional() })
export type Version = z.output<typeof versionSchema>

// With doubling pauses, six attempts without a byte take half a minute, longer than a server's
// restart. A connection without a byte for a minute is dead, however slow it is.
const LIMITS: TransferLimits = { attempts: 6, pauseMs: 1_000, idleMs: 60_000 }
const REDIRECTS = 3

/**
 * Downloads `url` to `path`, continuing from what an earlier attempt left in a hidden `.part`
 * beside it. Returns `present` if the file is there with the server's size and version. Returns
 * `missing` for 404 and for a file that is not what was requested, such as a web page instead of an
 * archive. Throws OperatorError if the server keeps failing or redirects elsewhere, or if the disk
 * is full.
 */
export async function download(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  return await persistently(url, partOf(path), options, (transfer) =>
    tryDownload(url, path, options, transfer),
  )
}

// Hosts that no attempt reached. Until one does, their files get a single attempt each, because a run
// asks for hundreds.
const unreachable = new Set<string>()
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

async function persistently<Outcome>(
  url: string,
  part: string,
  { retryMs = LIMITS.pauseMs }: Reach,
  attempt: (transfer: Transfer) => Promise<Outcome>,
): Promise<Outcome> {
  const { host } = new URL(url)
  const attempts = unreachable.has(host) ? 1 : LIMITS.attempts
  const limits = { ...LIMITS, attempts, pauseMs: retryMs }
  const failures = {
    unreachable: (reason: string) =>
      `${shown(url)} could not be downloaded (${reason}). ` +
      'Run the command again later; it continues where it stopped.',
    diskFull:
      `The disk that contains ${dirname(part)} is full. Free some space and run the command ` +
      'again; it continues where it stopped.',
  }
  unreachable.delete(host)
  try {
    return await persist(part, limits, failures, () => attempt(new Transfer(limits)))
  } catch (error) {
    if (hasNoConnection(error)) unreachable.add(host)
    throw error
  }
}

/** Returns whether an error, or one that caused it, says that no connection was made. */
const hasNoConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && NO_CONNECTION.test(String(error.code))) || hasNoConnection(error.cause))

/** Returns an address for messages: queries contain keys and signatures. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** What a server says about a file without sending it; `head` is its first 1,024 bytes. */
export type Probe = Version & { head: Buffer }

/**
 * Asks for the beginning of a file. Returns undefined for 404. Not by HEAD, which the storage hosts that
 * signed addresses lead to reject. Throws OperatorError like `download`.
 */
export const probe = (url: string, reach: Reach): Promise<Probe | undefined> =>
  persistently(url, '', reach, async (transfer) => {
    const headers = { range: `bytes=0-${HEAD_BYTES - 1}` }
    const response = await request(url, reach, transfer, { from: 0, headers })
    if (isMissing(response)) return undefined
    // An empty file has no beginning.
    if (response.status !== 416) requireBody(url, response)
    return { ...versionOf(response), head: await readStart(response, HEAD_BYTES) }
  })

/** Posts JSON and returns the response's text, at most 1 MB. Throws OperatorError like `download`. */
export const post = (url: string, json: unknown, reach: Reach): Promise<string> =>
  persistently(url, '', reach, async (transfer) => {
    const headers = { 'content-type': 'application/json' }
    const response = await request(url, reach, transfer, { from: 0, headers, json })
    requireBody(url, response)
    return (await readStart(response, 1 << 20)).toString('utf8')
  })

async function readStart({ body }: Response, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    length += piece.length
    // Leaving the loop cancels the rest.
    if (length >= bytes) break
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

const isMissing = ({ status }: Response) => status === 404 || status === 410

/** 408, 429, and 5xx may pass; any other status would be the same again. */
function requireBody(url: string, response: Response): void {
  const { ok, status, body } = response
  if (ok && body !== null) return
  if (status === 408 || status === 429 || status >= 500) throw new RetryLater(response)
  throw new OperatorError(`${shown(url)} cannot be downloaded: its server returned ${status}.`)
}

// Hidden, so that a load of the folder skips partial files.
const partOf = (path: string): string => join(dirname(path), `.${basename(path)}.part`)
const versionFile = (path: string): string =>
  join(dirname(path), `.${basename(path).replace(/^\./, '')}.json`)

async function tryDownload(
  url: string,
  path: string,
  options: DownloadOptions,
  transfer: Transfer,
): Promise<Downloaded> {
  const complete = (await beginsAsWanted(path, options)) ? await readVersion(path) : {}
  const partial = await readVersion(partOf(path))
  const known = (await isWhole(path, complete)) ? complete.etag : undefined
  const have = known === undefined && partial.etag ? await sizeOf(partOf(path)) : 0
  const response = await request(url, options, transfer, {
    from: have,
    headers: {
      ...(known && { 'if-none-match': known }),
      ...(have > 0 && partial.etag && { 'if-range': partial.etag }),
    },
  })
  if (response.status === 304) return 'present'
  if (isMissing(response)) return 'missing'
  if (response.status === 416) {
    await rm(partOf(path), { force: true })
    throw new Error('The server rejected the rest of the file; starting again.')
  }
  requireBody(url, response)
  const from = startOf(response, have)
  const version = versionOf(response)
  if (from === 0 && (await isComplete(path, complete, version))) {
    await response.body?.cancel()
    return 'present'
  }
  // Before the version: if the process is killed in between, old bytes must not continue as new.
  if (from === 0) await rm(partOf(path), { force: true })
  await writeFile(versionFile(partOf(path)), JSON.stringify(version))
  await transfer.receive(response, partOf(path), from, options.onBytes)
  if (!(await beginsAsWanted(partOf(path), options))) {
    await rm(partOf(path))
    await rm(versionFile(partOf(path)))
    return 'missing'
  }
  try {
    await options.check?.(partOf(path))
  } catch (cause) {
    await rm(partOf(path))
    // Its parts may be of two versions; only a transfer in one piece proves that the file is damaged.
    if (from > 0) throw cause
    throw new OperatorError(`${shown(url)} is damaged: ${String(cause)}`, { cause })
  }
  await finish(path)
  return 'fetched'
}

async function request(
  url: string,
  reach: Reach,
  transfer: Transfer,
  options: { from: number; headers: Record<string, string>; json?: unknown },
): Promise<Response> {
  let target = requireWithin(url, { base: reach.base })
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const response = await transfer.request(target, { ...options, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    target = requireWithin(new URL(location, target).toString(), reach)
  }
  throw new OperatorError(`${shown(url)} redirects too many times. Check its …_BASE_URL.`)
}

/** An address is neither below the base nor on an allowed host; its host is the `cause`. */
export class OtherHost extends OperatorError {}

/**
 * Returns the address if it is below the base or on one of the hosts: file names are read from a file,
 * and redirects from a server.
 */
function requireWithin(url: string, { base, hosts = [] }: Reach): string {
  const target = new URL(url)
  const allowed = new URL(base)
  const isBelow = target.origin === allowed.origin && target.pathname.startsWith(allowed.pathname)
  const isHost = target.protocol === allowed.protocol && hosts.includes(target.host)
  if (isBelow || isHost) return target.toString()
  throw new OtherHost(
    `The address ${shown(url)} is outside ${base}. Set the …_BASE_URL of this source to the address ` +
      'of its files. If you trust the other host, add it to DOWNLOAD_HOSTS.',
    { cause: target.host },
  )
}

function versionOf(response: Response): Version {
  // Without a tag, the date is used; a weak tag must not be used for ranges.
  const tag = response.headers.get('etag')
  const strong = tag?.startsWith('W/') ? null : tag
  return {
    etag: strong ?? response.headers.get('last-modified') ?? undefined,
    total: totalOf(response),
  }
}

/** Returns what the server said about a downloaded file; nothing if it is unknown. */
export async function readVersion(path: string): Promise<Version> {
  const text = await readFile(versionFile(path), 'utf8').catch(() => '')
  try {
    return versionSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    // Absent, or truncated when the process was killed: the version is unknown, so the file is
    // fetched.
    return {}
  }
}

// Enough to distinguish a web page from a table, after any blank lines.
const HEAD_BYTES = 1_024

async function beginsAsWanted(path: string, { isWanted }: DownloadOptions): Promise<boolean> {
  if (isWanted === undefined || (await sizeOf(path)) === 0) return true
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return isWanted(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Returns true if `path` is complete and of the version that the server has. */
export const isCurrent = async (path: string, now: Version): Promise<boolean> =>
  now.etag !== undefined && (await isComplete(path, await readVersion(path), now))

/** Returns how many bytes of a file are on the disk from an attempt that was interrupted. */
export const partialSize = (path: string): Promise<number> => sizeOf(partOf(path))

async function isWhole(path: string, { total }: Version): Promise<boolean> {
  const size = await sizeOf(path)
  return size > 0 && (total === undefined || size === total)
}

async function isComplete(path: string, known: Version, now: Version): Promise<boolean> {
  return now.total !== undefined && known.etag === now.etag && (await sizeOf(path)) === now.total
}

// After a kill between any of the three steps, no version remains beside a file it does not belong
// to.
async function finish(path: string): Promise<void> {
  await rm(versionFile(path), { force: true })
  await rename(partOf(path), path)
  await rename(versionFile(partOf(path)), versionFile(path))
}

const BATCH = /^(\d{4})_TEOS_XML_(\d{2})([A-Za-z])$/

/**
 * Returns the archives in an index's column XML_BATCH_ID, sorted and without repeats; none for
 * older indexes. Malformed values are left out, because they become part of addresses.
 */
export async function readBatches(indexPath: string): Promise<string[]> {
  const batches = new Set<string>()
  // Faults of rows are reported when the index is loaded.
  for await (const row of readTable(createReadStream(indexPath), { names: ['XML_BATCH_ID'] })) {
    const batch = 'fields' in row ? row.fields[0] : undefined
    if (batch && BATCH.test(batch)) batches.add(batch)
  }
  return [...batches].sort()
}

/** A file of the year to request: names to try; the first that exists counts. */
export type Wanted = { names: string[]; isNamed: boolean }

const withCase = (batch: string): string[] => {
  const [, year, month, letter = ''] = BATCH.exec(batch) ?? []
  const spelt = (one: string) => `${year}_TEOS_XML_${month}${one}.zip`
  // Indexes write 05a for the server's 05A, and vice versa.
  return [...new Set([letter, letter.toUpperCase(), letter.toLowerCase()].map(spelt))]
}

// The IRS has never split a month into more than four; an index may not list every part.
const LETTERS = ['A', 'B', 'C', 'D']

/**
 * Returns what to request: every archive the index lists, in each letter case, and then the other
 * letters of each month, which the index omits or confuses.
 */
export function archivesToTry(year: number, batches: readonly string[]): Wanted[] {
  const named = new Map(batches.map((batch) => [batch.toUpperCase(), batch]))
  const months = new Set(batches.map((batch) => batch.slice(0, -1)))
  const siblings = [...months]
    .flatMap((month) => LETTERS.map((letter) => `${month}${letter}`))
    .filter((batch) => !named.has(batch.toUpperCase()))
  const wanted = [...named.values()].map((batch) => ({ names: withCase(batch), isNamed: true }))
  const unnamed = siblings.map((batch) => ({ names: withCase(batch), isNamed: false }))
  return batches.length > 0 ? [...wanted, ...unnamed] : numberedArchives(year)
}

// Before 2021 archives were numbered from 1, up to eight in a year.
const NUMBERED = 8

const numberedArchives = (year: number): Wanted[] =>
  Array.from({ length: NUMBERED }, (_, index) => ({
    names: [`download990xml_${year}_${index + 1}.zip`],
    isNamed: false,
  }))

/**
 * Returns true if a file's first bytes fit the archive or index with that name. Some servers send a
 * web page with status 200 for a missing file.
 */
export const canBe = (name: string, head: Buffer): boolean =>
  /\.zip$/i.test(name)
    ? head.toString('latin1', 0, 2) === 'PK'
    : !/^\s*</.test(head.toString('utf8').replace(/^\uFEFF/, ''))

/**
 * Returns the year given with `--year`. Throws OperatorError if there are no e-file archives for
 * that year.
 */
export function readYear(text: unknown): number {
  const year = Number(text)
  if (Number.isInteger(year) && year >= 2009 && year <= 2099) return year
  throw new OperatorError(
    `--year: expected a year with archives, such as 2024; got ${String(text)}.`,
  )
}
