import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { OperatorError } from '#src/errors.ts'

export type DownloadOptions = {
  /** Nothing outside this address is ever asked for, redirects included. */
  base: string
  onBytes?: (done: number, total: number | undefined) => void
  /** Whether a file's first bytes can be what was asked for; one they cannot counts as missing. */
  isWanted?: (head: Buffer) => boolean
  /** Pause before the first try again; each further one doubles it. */
  retryMs?: number
}

export type Downloaded = 'fetched' | 'present' | 'missing'

/** What must be the same for a half file to be gone on with. */
const versionSchema = z.object({ etag: z.string().optional(), total: z.number().optional() })
type Version = z.output<typeof versionSchema>

// Six tries that bring nothing take a minute with doubling pauses: longer than a server's restart.
// A try that brought bytes starts the count anew.
const TRIES = 6
const RETRY_MS = 1_000
// Without a byte for so long a connection is dead, however slow the line.
const STALL_MS = 60_000
const REDIRECTS = 3

/**
 * Downloads `url` to `path`, going on with what an earlier try left in a hidden `.part` beside it.
 * `present` when the file is there with the size and version the server tells; `missing` for 404
 * and for a file that is not what was asked for, such as a web page in an archive's place.
 * Throws OperatorError when the server keeps failing, sends elsewhere, or the disk is full.
 */
export async function download(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  let failures = 0
  for (;;) {
    const before = await sizeOf(partOf(path))
    try {
      return await tryDownload(url, path, options)
    } catch (error) {
      if (error instanceof OperatorError) throw error
      if (isDiskFull(error)) throw diskFull(path, error)
      failures = (await sizeOf(partOf(path))) > before ? 1 : failures + 1
      if (failures === TRIES) throw unreachable(url, error)
      await sleep((options.retryMs ?? RETRY_MS) * 2 ** (failures - 1))
    }
  }
}

// Hidden, so that a load of the folder passes over what is not whole.
const partOf = (path: string): string => join(dirname(path), `.${basename(path)}.part`)
const versionFile = (path: string): string =>
  join(dirname(path), `.${basename(path).replace(/^\./, '')}.json`)

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const diskFull = (path: string, cause: unknown) =>
  new OperatorError(
    `The disk of ${dirname(path)} is full; free some space and run the command again, which ` +
      'goes on where it stopped.',
    { cause },
  )

const unreachable = (url: string, cause: unknown) =>
  new OperatorError(
    `${url} could not be fetched (${cause instanceof Error ? reasonOf(cause) : String(cause)}); ` +
      'run the command again later, it goes on where it stopped.',
    { cause },
  )

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message

async function tryDownload(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const complete = (await beginsAsWanted(path, options)) ? await readVersion(path) : {}
  const partial = await readVersion(partOf(path))
  const start = partial.etag === undefined ? 0 : await sizeOf(partOf(path))
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (complete.etag && (await isWhole(path, complete))) headers['if-none-match'] = complete.etag
  else if (start > 0 && partial.etag) {
    headers.range = `bytes=${start}-`
    headers['if-range'] = partial.etag
  }
  const stalled = new AbortController()
  const response = await request(url, headers, options.base, stalled)
  if (response.status === 304) return 'present'
  if (response.status === 404 || response.status === 410) return 'missing'
  if (response.status === 416) {
    await rm(partOf(path), { force: true })
    throw new Error('The server knows no more of the file; starting over.')
  }
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  const from = response.status === 206 ? rangeStart(response, start) : 0
  const version = versionOf(response)
  if (from === 0 && (await isComplete(path, complete, version))) {
    await response.body.cancel()
    return 'present'
  }
  // Before the version: killed between, bytes of an older file would be gone on with as the new.
  if (from === 0) await rm(partOf(path), { force: true })
  await writeFile(versionFile(partOf(path)), JSON.stringify(version))
  await receive(response, path, { from, total: version.total, options, stalled })
  if (!(await beginsAsWanted(partOf(path), options))) {
    await rm(partOf(path))
    await rm(versionFile(partOf(path)))
    return 'missing'
  }
  await finish(path)
  return 'fetched'
}

async function request(
  url: string,
  headers: Record<string, string>,
  base: string,
  stalled: AbortController,
): Promise<Response> {
  let target = requireWithin(url, base)
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const answered = setTimeout(() => stalled.abort(new Error('no answer')), STALL_MS)
    try {
      const { signal } = stalled
      const response = await fetch(target, { headers, redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      target = requireWithin(new URL(location, target).toString(), base)
    } finally {
      clearTimeout(answered)
    }
  }
  throw new OperatorError(`${url} redirects in circles; check FILINGS_BASE_URL.`)
}

/** The address, when it lies below the base: names come from a file, redirects from a server. */
function requireWithin(url: string, base: string): string {
  const target = new URL(url)
  const allowed = new URL(base)
  if (target.origin === allowed.origin && target.pathname.startsWith(allowed.pathname)) {
    return target.toString()
  }
  throw new OperatorError(
    `${base} leads to ${target.origin}${target.pathname}, which is not below it; set ` +
      'FILINGS_BASE_URL to where the archives are.',
  )
}

function rangeStart(response: Response, asked: number): number {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (Number(start) !== asked) throw new Error('The server sent another range than asked for.')
  return asked
}

function versionOf(response: Response): Version {
  const ranged = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  const length = ranged ?? response.headers.get('content-length')
  // A date serves where a server gives no tag; a weak tag must not be used for ranges.
  const tag = response.headers.get('etag')
  const strong = tag?.startsWith('W/') ? null : tag
  return {
    etag: strong ?? response.headers.get('last-modified') ?? undefined,
    total: length === null ? undefined : Number(length),
  }
}

async function readVersion(path: string): Promise<Version> {
  const text = await readFile(versionFile(path), 'utf8').catch(() => '')
  try {
    return versionSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    // None there, or cut when the process was killed: unknown, so the file is fetched.
    return {}
  }
}

// Enough to tell a web page from a table, whatever blank lines come first.
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

async function isWhole(path: string, { total }: Version): Promise<boolean> {
  const size = await sizeOf(path)
  return size > 0 && (total === undefined || size === total)
}

async function isComplete(path: string, known: Version, now: Version): Promise<boolean> {
  return now.total !== undefined && known.etag === now.etag && (await sizeOf(path)) === now.total
}

type Receipt = {
  from: number
  total: number | undefined
  options: DownloadOptions
  stalled: AbortController
}

async function receive(
  response: Response,
  path: string,
  { from, total, options, stalled }: Receipt,
): Promise<void> {
  if (response.body === null) throw new Error('The answer has no body.')
  let done = from
  const stall = () => setTimeout(() => stalled.abort(new Error('the line went silent')), STALL_MS)
  let timer = stall()
  // Written piece by piece, not piped: when a connection breaks, a pipe drops what it buffers.
  const file = await open(partOf(path), from > 0 ? 'a' : 'w')
  try {
    for await (const piece of response.body) {
      clearTimeout(timer)
      await file.write(piece)
      done += piece.length
      options.onBytes?.(done, total)
      timer = stall()
    }
  } finally {
    clearTimeout(timer)
    await file.close()
  }
  if (total !== undefined && done !== total) {
    throw new Error(`${basename(path)} ended at ${done} of ${total} bytes`)
  }
}

// Killed after any of the three, no version stands beside a file it is not of.
async function finish(path: string): Promise<void> {
  await rm(versionFile(path), { force: true })
  await rename(partOf(path), path)
  await rename(versionFile(partOf(path)), versionFile(path))
}
