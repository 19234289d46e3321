import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

export type Patience = {
  /** How many tries in a row may bring nothing new; one that came further starts the count anew. */
  tries: number
  /** Pause before the second try; each later one is twice as long. */
  pauseMs: number
  /** How long a server may send nothing. */
  silenceMs: number
}

/** The sentences a transfer ends with when it is given up. */
export type Failures = { unreachable(reason: string): string; diskFull: string }

export type OnProgress = (done: number, total: number | undefined) => void

/** The size of a file in bytes, 0 when there is none. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/**
 * Tries to bring a file into `part` until a try ends without failure. Throws OperatorError when
 * the tries of `patience` are used up, at once when the disk is full or a try throws one itself.
 */
export async function persist<Outcome>(
  part: string,
  { tries, pauseMs }: Patience,
  failures: Failures,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  let failed = 0
  // Not what the last try left: from a server without ranges each begins at 0, and may end sooner
  // or later than the one before for ever.
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
      if (failed >= tries) throw new OperatorError(failures.unreachable(reasonOf(cause)), { cause })
      await sleep(pauseMs * 2 ** (failed - 1))
    }
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

// fetch says only "fetch failed"; the socket's reason lies in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** The connection of one try, which is aborted when the server falls silent while it is waited for. */
export class Line {
  private readonly silence = new AbortController()
  private readonly silenceMs: number
  private timer: NodeJS.Timeout | undefined

  constructor({ silenceMs }: Patience) {
    this.silenceMs = silenceMs
  }

  /** Asks for a file as it lies on the server, from the byte `from` on. */
  async ask(
    url: string,
    { from = 0, headers = {}, redirect = 'follow' }: Ask = {},
  ): Promise<Response> {
    const range = from > 0 ? { range: `bytes=${from}-` } : {}
    this.wait()
    try {
      return await fetch(url, {
        headers: { 'accept-encoding': 'identity', ...range, ...headers },
        redirect,
        signal: this.silence.signal,
      })
    } finally {
      this.rest()
    }
  }

  /** Writes an answer's body to `part`, behind the bytes that are not in the answer. */
  async receive(response: Response, part: string, from: number, onProgress: OnProgress = () => {}) {
    if (response.body === null) throw new Error('an empty answer')
    const total = totalOf(response)
    let done = from
    // Written piece by piece, not piped: when a connection breaks, a pipe drops what it buffers.
    const file = await open(part, from > 0 ? 'a' : 'w')
    try {
      this.wait()
      for await (const piece of response.body) {
        this.rest()
        // Not `write`, which may write a part of it when the disk is nearly full.
        await file.appendFile(piece)
        done += piece.length
        onProgress(done, total)
        this.wait()
      }
    } finally {
      this.rest()
      await file.close()
    }
    if (total !== undefined && done !== total) throw new Error(`ended at ${done} of ${total} bytes`)
  }

  private wait(): void {
    const fallSilent = () =>
      this.silence.abort(new Error(`nothing came for ${this.silenceMs / 1000} s`))
    this.rest()
    this.timer = setTimeout(fallSilent, this.silenceMs)
  }

  private rest(): void {
    clearTimeout(this.timer)
  }
}

type Ask = {
  from?: number
  headers?: Record<string, string>
  redirect?: 'follow' | 'manual'
}

const rangeOf = (response: Response) => response.headers.get('content-range') ?? ''

/** The byte an answer begins with: the one asked for, or 0 from a server without ranges. */
export function startOf(response: Response, asked: number): number {
  if (response.status !== 206) return 0
  const start = /^bytes (\d+)-/.exec(rangeOf(response))?.[1]
  if (Number(start) !== asked) throw new Error('The server sent another range than asked for.')
  return asked
}

/** The size of the whole file an answer is of, if it tells. */
export function totalOf(response: Response): number | undefined {
  const length = /\/(\d+)$/.exec(rangeOf(response))?.[1] ?? response.headers.get('content-length')
  return length === null ? undefined : Number(length)
}
