import pTimeout from 'p-timeout'

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Without this, nginx and similar proxies buffer the response.
  'X-Accel-Buffering': 'no',
} as const

/** The frame that ends every stream. */
export const DONE = 'data: [DONE]\n\n'

/** A comment: clients ignore it, and it keeps the connection alive. */
export const HEARTBEAT = ': heartbeat\n\n'

/**
 * Returns an event as it is sent. Its data is a single line, because JSON escapes \r and \n, which
 * would end the frame.
 */
export const toFrame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data).replaceAll(OTHER_LINE_ENDS, toEscape)}\n\n`

// Not line ends in the format, but line ends in some clients, such as those that use Python's
// splitlines.
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g
const toEscape = (end: string): string => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Marks a silence in a sequence. */
export const BEAT = Symbol('beat')

/**
 * Yields everything the source yields, and a BEAT after each `everyMs` of silence. Throws the
 * signal's reason as soon as it aborts. The source is read on demand and ended in any case;
 * `onEnded` is called once it has ended, without waiting for it.
 */
export async function* withBeats<T>(
  source: AsyncIterable<T>,
  everyMs: number,
  signal: AbortSignal,
  onEnded: (error?: unknown) => void,
): AsyncGenerator<T | typeof BEAT, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const orBeat = { milliseconds: everyMs, signal, fallback: (): typeof BEAT => BEAT }
  try {
    for (;;) {
      const next = iterator.next()
      let step = await pTimeout(next, orBeat)
      while (step === BEAT) {
        yield BEAT
        step = await pTimeout(next, orBeat)
      }
      if (step.done) return
      yield step.value
    }
  } finally {
    void endOf(iterator).then(() => onEnded(), onEnded)
  }
}

const endOf = async (iterator: AsyncIterator<unknown>): Promise<void> => {
  await iterator.return?.()
}
