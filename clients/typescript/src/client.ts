import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import { ServiceError } from './errors.ts'
import { type Agent, headersOf } from './headers.ts'
import type { Answer, Given, JsonPaths, Page, PagedPaths, StreamPaths } from './operations.ts'
import { type RetryOptions, retrying } from './retry.ts'
import type { paths } from './schema.ts'

export type ClientOptions = {
  /** URL of the service, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  /** An API key; without one only open operations work. */
  key?: string | undefined
  /** Your agent, for the operators' log. Sent as X-Agent-Name, X-Agent-Contact, and so on. */
  agent?: Agent
  retry?: RetryOptions
  /** Replaces the platform's fetch. */
  fetch?: (request: Request) => Promise<Response>
}

/** A response as a stream. */
export type Streamed = {
  /** The body's bytes; throws if the connection breaks, because the body is then incomplete. */
  body: NonNullable<Response['body']>
  /** Such as `Content-Type`; exports also have `X-Release`, `X-Found`, `Content-Disposition`. */
  headers: Headers
}

export type Client = {
  /** Returns the JSON of a GET operation. Throws ServiceError for an error response. */
  get<Path extends JsonPaths<'get'>>(
    path: Path,
    ...init: Given<Path, 'get'>
  ): Promise<Answer<Path, 'get'>>
  /** Returns the JSON of a POST operation. Throws ServiceError for an error response. */
  post<Path extends JsonPaths<'post'>>(
    path: Path,
    ...init: Given<Path, 'post'>
  ): Promise<Answer<Path, 'post'>>
  /**
   * Yields each page of a list, starting at the given Cursor or the first page. Throws
   * ServiceError; on StaleCursor the data was replaced in the meantime, so start again.
   */
  pages<Path extends PagedPaths>(
    path: Path,
    ...init: Given<Path, 'get', 'pages'>
  ): AsyncGenerator<Page<Path>, void>
  /**
   * Returns a response that is not JSON as a stream: exports, icons, and grants with `Format: 'csv'`.
   * Throws ServiceError.
   */
  stream<Path extends StreamPaths<'get'>>(
    path: Path,
    ...init: Given<Path, 'get', 'stream'>
  ): Promise<Streamed>
  /** Like `stream`, for a POST operation: the events of a chat. Throws ServiceError. */
  postStream<Path extends StreamPaths<'post'>>(
    path: Path,
    ...init: Given<Path, 'post', 'stream'>
  ): Promise<Streamed>
  /** The underlying client, which returns status and headers and never throws ServiceError. */
  readonly http: FetchClient<paths>
}

/**
 * Creates a client of one service. It keeps no connection open and needs no closing. Throws
 * TypeError for a key or agent that a header cannot contain.
 */
export function createClient({ baseUrl, key, agent, retry, fetch }: ClientOptions): Client {
  const http = createFetchClient<paths>({
    baseUrl,
    headers: headersOf(key, agent),
    fetch: retrying(fetch ?? ((request) => globalThis.fetch(request)), retry),
  })
  // `Client` declares the types of the paths and responses.
  const request = http.request as unknown as Untyped
  const asking =
    <Read>(method: 'get' | 'post', read: (response: Response) => Promise<Read>) =>
    async (path: string, init: object = {}): Promise<Read> => {
      const { error, response } = await request(method, path, { ...init, parseAs: 'stream' })
      if (!response.ok) throw new ServiceError(response, error)
      return await read(response)
    }
  const get = asking('get', readJson)
  const client = {
    get,
    post: asking('post', readJson),
    stream: asking('get', readStream),
    postStream: asking('post', readStream),
    pages: (path: string, init?: PagedInit) => walk((one) => get(path, one), init),
    http,
  }
  return client as unknown as Client
}

async function readJson(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? 'no content type'
  // Such as the page of a proxy.
  if (!/[/+]json\b/i.test(type)) {
    throw new ServiceError(response, { detail: `Expected JSON; got ${type}.` })
  }
  return await response.json()
}

const readStream = async ({ body, headers }: Response): Promise<Streamed> => ({
  body: body ?? new Blob().stream(),
  headers,
})

type Untyped = (
  method: 'get' | 'post',
  path: string,
  init: object,
) => Promise<{ error?: unknown; response: Response }>

type PagedInit = { params?: { query?: Record<string, unknown> } }

async function* walk(
  ask: (init: PagedInit) => Promise<unknown>,
  init: PagedInit = {},
): AsyncGenerator<unknown> {
  let query = init.params?.query ?? {}
  for (;;) {
    const page = (await ask({ ...init, params: { ...init.params, query } })) as {
      NextCursor?: string
    }
    yield page
    if (page.NextCursor === undefined) return
    query = { ...query, Cursor: page.NextCursor }
  }
}
