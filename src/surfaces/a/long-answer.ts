import { Socket } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Patience } from '../../open-places.ts'

type Source = {
  /** Made as fast as they are read. */
  pieces: AsyncIterable<string | Buffer>
  /** Lets go of what they are made of, and of their place. */
  close(): Promise<unknown>
}

/** The limits of an answer end it themselves; those of framework and server are behind them. */
export const GRACE_MS = 10_000

type Asked = Pick<FastifyRequest, 'method' | 'socket' | 'log'>

/**
 * The body of an answer that may take minutes to read. Its reader may pause for longer than the
 * server waits on other connections; one who takes nothing for `idleMs`, or more than `longestMs` in
 * all, is cut off. However it ends (read, left, failed, cut off, never sent), the source is closed,
 * once. To HEAD nothing is made: the source is closed at once.
 */
export async function toLongAnswer(
  request: Asked,
  { raw }: Pick<FastifyReply, 'raw'>,
  source: Source,
  patience: Patience,
): Promise<Readable> {
  if (request.method === 'HEAD') {
    await source.close()
    return Readable.from([])
  }
  keepConnection(request, patience)
  const limits = openLimits(patience)
  const stream = Readable.from(watchPieces(source.pieces, limits.onTaken), { objectMode: false })
  raw.on('drain', limits.onTaken)
  stream.once('close', () => {
    limits.close()
    source.close().catch((error: unknown) => request.log.warn({ err: error }, 'closing failed'))
  })
  // Whoever sends it hears of it, too; before that nobody would, and the process would end.
  stream.on('error', () => undefined)
  return addAbortSignal(limits.signal, stream)
}

/**
 * The server ends connections on which nothing moves far sooner. The next request on this one has
 * the server's time again (keepAliveTimeout of node:http).
 */
function keepConnection({ socket }: Asked, { idleMs }: Patience): void {
  // A request from within the process stands on no real one.
  if (socket instanceof Socket) socket.setTimeout(idleMs + GRACE_MS)
}

/** Aborts `signal`, with the reason, once the reader takes too long. */
function openLimits({ idleMs, longestMs }: Patience) {
  const end = new AbortController()
  const stop = (reason: string) => end.abort(new Error(`The answer was cut off: ${reason}`))
  const longest = setTimeout(() => stop(`it took over ${longestMs} ms.`), longestMs)
  // Until it is closed, not only between pieces: most answers are one.
  const idle = setTimeout(() => stop(`nobody read it for ${idleMs} ms.`), idleMs)
  let isOpen = true
  return {
    signal: end.signal,
    // One that was cleared would start again.
    onTaken: () => void (isOpen && idle.refresh()),
    close: () => {
      isOpen = false
      clearTimeout(longest)
      clearTimeout(idle)
    },
  }
}

/** Each is asked for once the one before was taken; how long it is being made is no pause. */
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
