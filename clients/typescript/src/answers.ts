import { ServiceError, UnreadableAnswer } from './errors.ts'

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

/**
 * The answer as bytes. Throws UnreadableAnswer for a page, and for JSON, which an operation of two
 * forms answers unless it is told the other (`Format`): no operation streams either.
 */
export async function readStream(response: Response, url: string): Promise<Streamed> {
  if (isOf(response, /^text\/html\b/i) || isJson(response)) throw await unreadable(response, url)
  return { body: response.body ?? new Blob().stream(), headers: response.headers }
}

/**
 * A fetch whose refusals keep no more of a body that is not the service's, such as a proxy's page,
 * than its first piece: a refusal is read whole.
 */
export const cutting =
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    if (response.ok || response.body === null || isJson(response)) return response
    const cut = new Response(await firstPiece(response), response)
    // Where it came from is not among what a response can be made with.
    return Object.defineProperty(cut, 'url', { value: response.url })
  }

/** What a refused request ends with; `error` is its body, parsed where it is JSON. */
export const toError = (response: Response, url: string, error: unknown): ServiceError =>
  typeof error === 'string' && error !== ''
    ? new UnreadableAnswer(response, url, error)
    : new ServiceError(response, error)

const isJson = (response: Response): boolean => isOf(response, /[/+]json\b/i)

const isOf = ({ headers }: Response, kind: RegExp): boolean =>
  kind.test(headers.get('Content-Type') ?? '')

const unreadable = async (response: Response, url: string): Promise<UnreadableAnswer> =>
  new UnreadableAnswer(response, url, new TextDecoder().decode(await firstPiece(response)))

/** It suffices for what is shown; the rest may be a film. */
async function firstPiece({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return first?.value
}
