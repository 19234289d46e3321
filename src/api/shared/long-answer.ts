import { Socket } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadTimeouts } from '#src/limits/client-slots.ts'

type Source = {
  /** Produced as fast as they are read. */
  pieces: AsyncIterable<string | Buffer>
  /** Frees the source and its slot. */
  close(): Promise<unknown>
}

/** Framework and server time out this much later than the response itself. */
export const GRACE_MS = 10_000

type Asked = Pick<FastifyRequest, 'method' | 'socket' | 'log'>

/**
 * Returns the body of a response that may take minutes to read. Its reader may pause for longer
 * than on other connections, but is cut off after `idleMs` without a read or `longestMs` in total.
 * However it ends, the source is closed once; for HEAD it is closed immediately.
 */
export async function toLongAnswer(
  request: Asked,
  { raw }: Pick<FastifyReply, 'raw'>,
  source: Source,
  timeouts: ReadTimeouts,
): Promise<Readable> {
  if (request.method === 'HEAD') {
    await source.close()
    return Readable.from([])
  }
  keepConnection(request, timeouts)
  const limits = openLimits(timeouts)
  const stream = Readable.from(watchPieces(source.pieces, limits.onTaken), { objectMode: false })
  raw.on('drain', limits.onTaken)
  stream.once('close', () => {
    limits.close()
    source
      .close()
      .catch((error: unknown) => request.log.warn({ err: error }, 'closing the source failed'))
  })
  // Without a listener, an error before sending would end the process.
  stream.on('error', () => undefined)
  return addAbortSignal(limits.signal, stream)
}

/**
 * The server closes idle connections far sooner. The next request on this connection has the
 * server's timeout again (keepAliveTimeout of node:http).
 */
function keepConnection({ socket }: Asked, { idleMs }: ReadTimeouts): void {
  // An injected request has no real socket.
  if (socket instanceof Socket) socket.setTimeout(idleMs + GRACE_MS)
}

/** Aborts `signal` with a reason when the reader takes too long. */
function openLimits({ idleMs, longestMs }: ReadTimeouts) {
  const end = new AbortController()
  const stop = (reason: string) => end.abort(new Error(`The response was cut off: ${reason}`))
  const longest = setTimeout(() => stop(`it took over ${longestMs} ms.`), longestMs)
  // Runs until the body is closed, because most bodies are one piece.
  const idle = setTimeout(() => stop(`it was not read for ${idleMs} ms.`), idleMs)
  let isOpen = true
  return {
    signal: end.signal,
    // refresh() would restart a cleared timer.
    onTaken: () => void (isOpen && idle.refresh()),
    close: () => {
      isOpen = false
      clearTimeout(longest)
      clearTimeout(idle)
    },
  }
}

/**
 * Requests a piece once the previous one has been read; time to produce it does not count as a
 * pause.
 */
async function* watchPieces<Piece>(
  pieces: AsyncIterable<Piece>,
  onTaken: () => void,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    onTaken()
    yield piece
    onTaken()
  }
}
