import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import { cutting, readJson, readStream, type Streamed, toError } from './answers.ts'
import { type Agent, headersOf } from './headers.ts'
import type { Answer, Given, JsonPaths, Page, PagedPaths, StreamPaths } from './operations.ts'
import { type RetryOptions, retrying } from './retry.ts'
import type { paths } from './schema.ts'

export type ClientOptions = {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  /** An API key; without one, or with an empty one, only open operations answer. */
  key?: string | undefined
  /** Who asks, for the operators' log: sent as X-Agent-Name, X-Agent-Contact and so on. */
  agent?: Agent
  retry?: RetryOptions
  /** Another fetch than the platform's. */
  fetch?: (request: Request) => Promise<Response>
}

export type Client = {
  /** The answer of a GET operation in JSON. Throws ServiceError for any other. */
  get<Path extends JsonPaths<'get'>>(
    path: Path,
    ...init: Given<Path, 'get'>
  ): Promise<Answer<Path, 'get'>>
  /** The answer of a POST operation in JSON. Throws ServiceError for any other. */
  post<Path extends JsonPaths<'post'>>(
    path: Path,
    ...init: Given<Path, 'post'>
  ): Promise<Answer<Path, 'post'>>
  /**
   * Each page of a list, from the Cursor given or the first, until there is none. Throws
   * ServiceError, StaleCursor among them where the data was replaced on the way: begin anew then.
   */
  pages<Path extends PagedPaths>(
    path: Path,
    ...init: Given<Path, 'get', 'pages'>
  ): AsyncGenerator<Page<Path>, void>
  /**
   * An answer that is not JSON, as it comes: exports, icons, and grants where `Format: 'csv'` asks for
   * a table. Throws ServiceError, UnreadableAnswer for any other content.
   */
  stream<Path extends StreamPaths<'get'>>(
    path: Path,
    ...init: Given<Path, 'get', 'stream'>
  ): Promise<Streamed>
  /** As `stream`, of a POST operation: the events of a chat. Throws ServiceError. */
  postStream<Path extends StreamPaths<'post'>>(
    path: Path,
    ...init: Given<Path, 'post', 'stream'>
  ): Promise<Streamed>
  /** The client underneath, which throws nothing and shows status and headers of each answer. */
  readonly http: FetchClient<paths>
}

/**
 * A client of one service; it holds no connection and needs no closing. Throws TypeError for a key or
 * an agent that no header can hold.
 */
export function createClient({ baseUrl, key, agent, retry, fetch }: ClientOptions): Client {
  const http = createFetchClient<paths>({
    baseUrl,
    headers: headersOf(key, agent),
    fetch: cutting(retrying(fetch ?? ((request) => globalThis.fetch(request)), retry)),
  })
  // The types of paths and answers are told where these are given out, in Client.
  const request = http.request as unknown as Untyped
  const asking =
    <Read>(method: 'get' | 'post', read: (response: Response, url: string) => Promise<Read>) =>
    async (path: string, init: object = {}): Promise<Read> => {
      const { error, response } = await request(method, path, { ...init, parseAs: 'stream' })
      const url = `${baseUrl}${path}`
      if (!response.ok) throw toError(response, url, error)
      return await read(response, url)
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
