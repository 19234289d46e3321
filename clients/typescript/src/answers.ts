import { readError, ServiceError, UnreadableAnswer } from './errors.ts'
import type { StreamKind } from './operations.ts'

/** A long answer as it comes. */
export type Streamed = {
  /** Its bytes; throws where the connection breaks off: what was read until then is not whole. */
  body: NonNullable<Response['body']>
  /** Such as `Content-Type` and, of an export, `X-Release`, `X-Found`, `Content-Disposition`. */
  headers: Headers
}

/** The JSON of an answer. Throws UnreadableAnswer for what is none, of which little is read. */
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
 * The answer as bytes. Throws UnreadableAnswer for what no operation streams, such as a page, and
 * JSON, which an operation of two forms answers unless it is told the other (`Format`).
 */
export async function readStream(response: Response, url: string): Promise<Streamed> {
  if (response.status !== 200 || !Object.hasOwn(STREAM_KINDS, kindOf(response))) {
    throw await unreadable(response, url)
  }
  return { body: response.body ?? new Blob().stream(), headers: response.headers }
}

// A refusal of the service is some KB; one that repeats what was sent, of which 256 KB are taken, may
// be longer.
const LONGEST_REFUSAL = 2_000_000

/**
 * A fetch whose refusals keep no more of a body that is not the service's, such as a proxy's page,
 * than its first piece, and of one in JSON no more than a refusal has: they are read whole.
 */
export const cutting =
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    if (response.ok || response.body === null) return response
    const most = isJson(response) ? LONGEST_REFUSAL : 1
    const cut = new Response(await readBeginning(response, most), response)
    // Where it came from is not among what a response can be made with.
    return Object.defineProperty(cut, 'url', { value: response.url })
  }

/** What a refused request ends with; `body` is parsed where it is JSON. */
export function toError(response: Response, url: string, body: unknown): ServiceError {
  const read = readError(body)
  if (read !== undefined) return new ServiceError(response, read)
  // What is kept of an answer is none, where its caller asked for it only if it had changed.
  if (response.status === 304) return new ServiceError(response, {})
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  return new UnreadableAnswer(response, url, text)
}

const kindOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase()

const isJson = (response: Response): boolean => /[/+]json$/.test(kindOf(response))

// The first piece suffices for what is shown; the rest may be a film.
const unreadable = async (response: Response, url: string): Promise<UnreadableAnswer> =>
  new UnreadableAnswer(response, url, await (await readBeginning(response, 1)).text())

/** The first pieces of a body, until they are so many bytes together. */
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
