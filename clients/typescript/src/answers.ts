import { readError, ServiceError, UnreadableAnswer } from './errors.ts'
import type { StreamKind } from './operations.ts'

/** A response as a stream. */
export type Streamed = {
  /** The body's bytes; throws if the connection breaks, because the body is then incomplete. */
  body: NonNullable<Response['body']>
  /** Such as `Content-Type`; exports also have `X-Release`, `X-Found`, `Content-Disposition`. */
  headers: Headers
}

/** Returns the JSON of a response. Throws UnreadableAnswer for other content, after reading little of it. */
export async function readJson(response: Response, url: string): Promise<unknown> {
  if (!isJson(response)) throw await unreadable(response, url)
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableAnswer(response, url, text)
  }
}

const STREAM_KINDS: Record<StreamKind, true> = {
  'application/vnd.apache.parquet': true,
  'application/x-ndjson': true,
  'application/xml': true,
  'text/csv': true,
  'text/event-stream': true,
  'image/avif': true,
  'image/gif': true,
  'image/jpeg': true,
  'image/png': true,
  'image/webp': true,
  'image/x-icon': true,
}

/**
 * Returns the response as bytes. Throws UnreadableAnswer for content that no operation streams, such
 * as a page, and for JSON, the default of operations with `Format`.
 */
export async function readStream(response: Response, url: string): Promise<Streamed> {
  if (response.status !== 200 || !Object.hasOwn(STREAM_KINDS, kindOf(response))) {
    throw await unreadable(response, url)
  }
  return { body: response.body ?? new Blob().stream(), headers: response.headers }
}

// The service's own errors are a few KB, or more if they repeat a body of up to 256 KB.
const LONGEST_REFUSAL = 2_000_000

/**
 * Returns a fetch that limits how much of an error response is read, because such bodies are read
 * whole: only the first piece if the body is not JSON (such as a proxy's page), otherwise up to the
 * size of a service error.
 */
export const cutting =
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    if (response.ok || response.body === null) return response
    const most = isJson(response) ? LONGEST_REFUSAL : 1
    const cut = new Response(await readBeginning(response, most), response)
    // The Response constructor cannot set the URL.
    return Object.defineProperty(cut, 'url', { value: response.url })
  }

/** Returns the error of a rejected request; `body` is parsed if it is JSON. */
export function toError(response: Response, url: string, body: unknown): ServiceError {
  const read = readError(body)
  if (read !== undefined) return new ServiceError(response, read)
  // The caller asked for changes only, and there are none.
  if (response.status === 304) return new ServiceError(response, {})
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  return new UnreadableAnswer(response, url, text)
}

const kindOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase()

const isJson = (response: Response): boolean => /[/+]json$/.test(kindOf(response))

// The first piece is enough to show; the rest may be very large.
const unreadable = async (response: Response, url: string): Promise<UnreadableAnswer> =>
  new UnreadableAnswer(response, url, await (await readBeginning(response, 1)).text())

/** Returns the first pieces of a body, up to a given number of bytes. */
async function readBeginning({ body }: Response, least: number): Promise<Blob> {
  const reader = body?.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let left = least; left > 0; ) {
    const piece = (await reader?.read())?.value
    if (piece === undefined) break
    pieces.push(piece)
    left -= piece.length
  }
  await reader?.cancel()
  return new Blob(pieces)
}
