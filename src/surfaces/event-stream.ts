/** Headers of an answer that is a stream of server-sent events. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx and those like it collect an answer before they pass it on, unless told not to.
  'X-Accel-Buffering': 'no',
} as const

/** The frame that ends every stream (interface part 6). */
export const DONE = 'data: [DONE]\n\n'

/** A comment: clients drop it, proxies see that the connection lives. */
export const HEARTBEAT = ': heartbeat\n\n'

/**
 * One event as it is sent. Its data is a single line whatever texts are in it: JSON escapes the
 * line breaks that would otherwise end a frame and begin another.
 */
export const toFrame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
