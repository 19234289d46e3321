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
 * One event as it is sent. Its data is a single line whatever texts are in it: JSON escapes \r and
 * \n, which would end a frame and begin another.
 */
export const toFrame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data).replaceAll(OTHER_LINE_ENDS, toEscape)}\n\n`

// The format ends no line at these, but some clients do, such as those that use Python's splitlines.
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g
const toEscape = (end: string): string => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`
