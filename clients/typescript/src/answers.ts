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
  if (!isOf(response, /[/+]json\b/i)) throw await unreadable(response, url)
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableAnswer(response, url, text)
  }
}

/** The answer as bytes. Throws UnreadableAnswer for a page, which no operation streams. */
export async function readStream(response: Response, url: string): Promise<Streamed> {
  if (isOf(response, /^text\/html\b/i)) throw await unreadable(response, url)
  return { body: response.body ?? new Blob().stream(), headers: response.headers }
}

/** What a refused request ends with; `error` is its body, parsed where it is JSON. */
export const toError = (response: Response, url: string, error: unknown): ServiceError =>
  typeof error === 'string' && error !== ''
    ? new UnreadableAnswer(response, url, error)
    : new ServiceError(response, error)

const isOf = ({ headers }: Response, kind: RegExp): boolean =>
  kind.test(headers.get('Content-Type') ?? '')

async function unreadable(response: Response, url: string): Promise<UnreadableAnswer> {
  const reader = response.body?.getReader()
  // The first piece suffices for what is shown; the rest may be a film.
  const first = await reader?.read()
  await reader?.cancel()
  return new UnreadableAnswer(response, url, new TextDecoder().decode(first?.value))
}
