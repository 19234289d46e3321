import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { retryAfterMs } from '../retry-after.ts'

export type TransferLimits = {
  /** How many attempts in a row may make no progress. */
  attempts: number
  /** Pause before the second attempt; it doubles with each further one. */
  pauseMs: number
  /** How long a server may send nothing. */
  idleMs: number
}

/** The sentences that report a failed transfer. */
export type Failures = { unreachable(reason: string): string; diskFull: string }

/** A refusal for now: the server is busy and may say how long to wait. */
export class RetryLater extends Error {
  readonly waitMs: number
  constructor({ status, headers }: Response) {
    super(`status ${status}`)
    this.waitMs = retryAfterMs(headers.get('retry-after')) ?? 0
  }
}

// A server that asks for more has a daily limit, which only a later run can meet.
const LONGEST_WAIT_MS = 600_000

export type OnProgress = (done: number, total: number | undefined) => void

/** Returns the size of a file in bytes, 0 if there is none. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/**
 * Repeats `attempt`, which downloads a file into `part`, until one succeeds. Waits as long as the
 * server asks. Throws OperatorError when the attempts are used up or the server asks for more than ten
 * minutes, and at once if the disk is full or an attempt throws one itself.
 */
export async function persist<Outcome>(
  part: string,
  { attempts, pauseMs }: TransferLimits,
  failures: Failures,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  let failed = 0
  // Compares with the furthest position, not the last. Without ranges, each attempt begins at 0,
  // and could end before or after the previous one forever.
  let furthest = await sizeOf(part)
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (cause instanceof OperatorError) throw cause
      if (isDiskFull(cause)) throw new OperatorError(failures.diskFull, { cause })
      const size = await sizeOf(part)
      failed = size > furthest ? 1 : failed + 1
      furthest = Math.max(furthest, size)
      const waitMs = cause instanceof RetryLater ? cause.waitMs : 0
      if (failed >= attempts || waitMs > LONGEST_WAIT_MS) {
        throw new OperatorError(failures.unreachable(reasonOf(cause)), { cause })
      }
      await sleep(Math.max(waitMs, pauseMs * 2 ** (failed - 1)))
    }
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

// fetch says only "fetch failed"; its cause has the socket's reason.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** One attempt of a transfer. It aborts when the server sends nothing for the idle timeout. */
export class Transfer {
  private readonly idle = new AbortController()
  private readonly idleMs: number
  private timer: NodeJS.Timeout | undefined

  constructor({ idleMs }: Pick<TransferLimits, 'idleMs'>) {
    this.idleMs = idleMs
  }

  /** Requests a file without compression, starting at the byte `from`. */
  async request(
    url: string,
    { from = 0, headers = {}, redirect = 'follow', json }: RequestOptions = {},
  ): Promise<Response> {
    const range = from > 0 ? { range: `bytes=${from}-` } : {}
    this.startTimer()
    try {
      return await fetch(url, {
        headers: { 'accept-encoding': 'identity', 'user-agent': AGENT, ...range, ...headers },
        redirect,
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        signal: this.idle.signal,
      })
    } finally {
      this.stopTimer()
    }
  }

  /** Writes a response's body to `part`, after the first `from` bytes. */
  async receive(response: Response, part: string, from: number, onProgress: OnProgress = () => {}) {
    if (response.body === null) throw new Error('an empty response')
    const total = totalOf(response)
    let done = from
    // Piece by piece, because a pipe drops its buffer when a connection breaks.
    const file = await open(part, from > 0 ? 'a' : 'w')
    try {
      this.startTimer()
      for await (const piece of response.body) {
        this.stopTimer()
        // Not `write`, which may write only part of it when the disk is nearly full.
        await file.appendFile(piece)
        done += piece.length
        onProgress(done, total)
        this.startTimer()
      }
    } finally {
      this.stopTimer()
      await file.close()
    }
    if (total !== undefined && done !== total) throw new Error(`ended at ${done} of ${total} bytes`)
  }

  private startTimer(): void {
    this.stopTimer()
    const abort = () => this.idle.abort(new Error(`no data for ${this.idleMs / 1000} s`))
    this.timer = setTimeout(abort, this.idleMs)
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
  }
}

const AGENT = 'nonprofit-research-service (downloads public data)'

type RequestOptions = {
  from?: number
  /** Sent as the body of a POST. */
  json?: unknown
  headers?: Record<string, string>
  redirect?: 'follow' | 'manual'
}

const rangeOf = (response: Response) => response.headers.get('content-range') ?? ''

/** Returns the byte a response begins with: the requested one, or 0 from a server without ranges. */
export function startOf(response: Response, requested: number): number {
  if (response.status !== 206) return 0
  const start = /^bytes (\d+)-/.exec(rangeOf(response))?.[1]
  if (Number(start) !== requested)
    throw new Error('The server sent a range that was not requested.')
  return requested
}

/** Returns the size of the whole file, if the response states it. */
export function totalOf(response: Response): number | undefined {
  const length = /\/(\d+)$/.exec(rangeOf(response))?.[1] ?? response.headers.get('content-length')
  return length === null ? undefined : Number(length)
}
