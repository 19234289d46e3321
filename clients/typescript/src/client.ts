import createFetchClient, {
  type Client as FetchClient,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch'
import type {
  HttpMethod,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
} from 'openapi-typescript-helpers'
import { ServiceError } from './errors.ts'
import { type RetryOptions, retrying } from './retry.ts'
import type { paths } from './schema.ts'

export type ClientOptions = {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  /** An API key; without one only open operations answer. */
  key?: string | undefined
  /** Who asks, for the operators' log: sent as X-Agent-Name, X-Agent-Contact and so on. */
  agent?: Partial<Record<AgentField, string>>
  retry?: RetryOptions
  /** Another fetch than the platform's. */
  fetch?: (request: Request) => Promise<Response>
}

type AgentField = 'name' | 'version' | 'owner' | 'contact' | 'purpose' | 'community' | 'session'

type Paths<Method extends HttpMethod> = PathsWithMethod<paths, Method>
type Init<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>
type Given<Value> = RequiredKeysOf<Value> extends never ? [init?: Value] : [init: Value]
type Answer<Path extends keyof paths, Method extends HttpMethod> = NonNullable<
  FetchResponse<paths[Path][Method & keyof paths[Path]] & {}, object, MediaType>['data']
>
/** GET operations whose answers come in pages. */
type Paged = {
  [Path in Paths<'get'>]: Extract<Answer<Path, 'get'>, { NextCursor?: string }> extends never
    ? never
    : Path
}[Paths<'get'>]

export type Client = {
  /** The answer of a GET operation. Throws ServiceError for any other than 2xx. */
  get<Path extends Paths<'get'>>(
    path: Path,
    ...init: Given<Init<Path, 'get'>>
  ): Promise<Answer<Path, 'get'>>
  /** The answer of a POST operation. Throws ServiceError for any other than 2xx. */
  post<Path extends Paths<'post'>>(
    path: Path,
    ...init: Given<Init<Path, 'post'>>
  ): Promise<Answer<Path, 'post'>>
  /**
   * Each page of a list, from the Cursor given or the first, until there is none. Throws
   * ServiceError, StaleCursor among them where the data was replaced on the way: begin anew then.
   */
  pages<Path extends Paged>(
    path: Path,
    ...init: Given<Init<Path, 'get'>>
  ): AsyncGenerator<Extract<Answer<Path, 'get'>, { NextCursor?: string }>>
  /** The body of an answer as bytes, as they come: of exports and tables. Throws ServiceError. */
  stream<Path extends Paths<'get'>>(
    path: Path,
    ...init: Given<Init<Path, 'get'>>
  ): Promise<ReadableStream<Uint8Array>>
  /** The client underneath, which throws nothing and shows status and headers of each answer. */
  readonly http: FetchClient<paths>
}

/** A client of one service; it holds no connection and needs no closing. */
export function createClient({ baseUrl, key, agent, retry, fetch }: ClientOptions): Client {
  const http = createFetchClient<paths>({
    baseUrl,
    headers: headersOf(key, agent),
    fetch: retrying(fetch ?? ((request) => globalThis.fetch(request)), retry),
  })
  // The types of paths and answers are told where these are given out, in Client.
  const ask = async (method: HttpMethod, path: string, init: object = {}): Promise<unknown> => {
    const request = http.request as unknown as Untyped
    const { data, error, response } = await request(method, path, init)
    if (!response.ok) throw new ServiceError(response, error)
    return data
  }
  const client = {
    get: (path: string, init?: object) => ask('get', path, init),
    post: (path: string, init?: object) => ask('post', path, init),
    stream: (path: string, init?: object) => ask('get', path, { ...init, parseAs: 'stream' }),
    pages: (path: string, init?: PagedInit) => walk((one) => ask('get', path, one), init),
    http,
  }
  return client as unknown as Client
}

type Untyped = (
  method: HttpMethod,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

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

function headersOf(
  key: string | undefined,
  agent: ClientOptions['agent'] = {},
): Record<string, string> {
  const own = Object.entries(agent).map(([field, text]) => [
    `X-Agent-${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    text,
  ])
  return { ...Object.fromEntries(own), ...(key !== undefined && { 'X-Service-API-Key': key }) }
}
