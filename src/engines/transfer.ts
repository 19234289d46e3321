import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { type Artifact, fileNameOf } from './artifacts.ts'

/** Told how many bytes of an artifact have arrived. */
export type OnBytes = (artifact: Artifact, done: number) => void

export type Patience = {
  /** How long a server may send nothing. */
  silenceMs: number
  /** Pause before the second attempt; each later one is longer by as much. */
  pauseMs: number
}

// A cut transfer goes on where it stopped; a line that drops this often needs its operator.
const ATTEMPTS = 5
// A server that sends nothing for so long has stopped, whatever the connection says.
const PATIENCE: Patience = { silenceMs: 30_000, pauseMs: 500 }

/** The size of a file in bytes, 0 when there is none. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/**
 * Fetches an artifact into `part`, going on where an earlier transfer stopped, several times
 * when the line drops. Throws OperatorError; the checksum is the caller's to verify.
 */
export async function transferArtifact(
  artifact: Artifact,
  url: string,
  part: string,
  onBytes: OnBytes,
  patience = PATIENCE,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await transfer(artifact, url, part, onBytes, patience.silenceMs)
      return
    } catch (cause) {
      if (cause instanceof OperatorError) throw cause
      if (isDiskFull(cause)) throw diskFull(part, cause)
      if (attempt === ATTEMPTS) throw unreachable(artifact, url, cause)
      await sleep(patience.pauseMs * attempt)
    }
  }
}

async function transfer(
  artifact: Artifact,
  url: string,
  part: string,
  onBytes: OnBytes,
  silenceMs: number,
): Promise<void> {
  const have = await sizeOf(part)
  if (have === artifact.bytes) return
  // A part longer than the artifact is of something else.
  const from = have < artifact.bytes ? have : 0
  const silence = new AbortController()
  const fallSilent = () => silence.abort(new Error(`nothing came for ${silenceMs / 1000} s`))
  const timer = setTimeout(fallSilent, silenceMs)
  try {
    const headers: HeadersInit = from > 0 ? { range: `bytes=${from}-` } : {}
    const response = await fetch(url, { headers, signal: silence.signal })
    timer.refresh()
    refuseStatus(artifact, url, response.status)
    if (response.body === null) throw new Error('an empty answer')
    const start = response.status === 206 ? from : 0
    await pipeline(
      response.body,
      counting(artifact, start, onBytes, () => timer.refresh()),
      createWriteStream(part, { flags: start > 0 ? 'a' : 'w' }),
    )
  } finally {
    clearTimeout(timer)
  }
  if ((await sizeOf(part)) < artifact.bytes) throw new Error('the transfer ended early')
}

function counting(
  artifact: Artifact,
  start: number,
  onBytes: OnBytes,
  onChunk: () => void,
): Transform {
  let done = start
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      done += chunk.length
      onChunk()
      onBytes(artifact, done)
      callback(null, chunk)
    },
  })
}

function refuseStatus(artifact: Artifact, url: string, status: number): void {
  if (status === 200 || status === 206) return
  // 408, 429 and 5xx pass; any other answer will be the same next time.
  if (status === 408 || status === 429 || status >= 500) throw new Error(`HTTP status ${status}`)
  throw new OperatorError(
    `${new URL(url).host} answered ${status} for ${fileNameOf(artifact)}; check MAVEN_MIRROR_URL or the network's proxy.`,
  )
}

const unreachable = (artifact: Artifact, url: string, cause: unknown) =>
  new OperatorError(
    `${fileNameOf(artifact)} could not be fetched from ${new URL(url).host} (${reasonOf(cause)}); check the network and start again, or set MAVEN_MIRROR_URL, or OPENSEARCH_URL to a server that runs.`,
    { cause },
  )

// fetch says only "fetch failed"; the socket's reason lies in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const diskFull = (path: string, cause: unknown) =>
  new OperatorError(`The disk of ${path} is full; free some space or set CACHE_DIR elsewhere.`, {
    cause,
  })
