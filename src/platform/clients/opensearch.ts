import { createHash } from 'node:crypto'
import { Client, ConnectionPool, errors, Transport } from '@opensearch-project/opensearch'
import { splitAddresses } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import {
  searchUnavailable,
  translateEngineError,
  translateOpenSearchError,
} from './opensearch-errors.ts'

type OpenSearchOptions = {
  /**
   * `http(s)://user:password@host:port`, or several nodes of one cluster separated by commas. The
   * first one's credentials are sent as a header, never in a URL.
   */
  url: string
  /** PEM of the authority that signed the server's certificate. */
  ca?: string | undefined
  /** Timeout of one call; the indexer's bulk requests and merges take longer than a search. */
  requestTimeoutMs?: number
  /** While it is open, calls fail at once. */
  breaker?: Breaker | undefined
}

type SearchBody = Record<string, unknown>

export type EngineHit<Source> = {
  _index: string
  _id: string
  _score: number | null
  _source?: Source
  sort?: (string | number | null)[]
  fields?: Record<string, unknown[]>
  highlight?: Record<string, string[]>
  /** Names of the named queries that matched. */
  matched_queries?: string[]
}

export type SearchResponse<Source> = {
  hits: {
    total?: { value: number; relation: 'eq' | 'gte' }
    max_score: number | null
    hits: EngineHit<Source>[]
  }
  aggregations?: Record<string, unknown>
  suggest?: Record<string, unknown>
}

export type BulkItem = {
  _index: string
  _id: string
  status: number
  error?: { type: string; reason: string }
}
export type BulkResponse = {
  errors: boolean
  items: Partial<Record<'index' | 'create' | 'update' | 'delete', BulkItem>>[]
}

export type SearchRequest = { index: string; body: SearchBody }

/**
 * The index. `translateOpenSearchError` translates every failure. A search that reached only some
 * shards fails, too, because its counts would be wrong.
 */
export type OpenSearch = {
  search<Source>(request: SearchRequest): Promise<SearchResponse<Source>>
  /** Runs several searches in one call; if one fails, the call fails. */
  msearch<Source>(requests: SearchRequest[]): Promise<SearchResponse<Source>[]>
  /**
   * Opens a view of an index at this moment, which searches reference as `pit` in their body. It
   * keeps files of the index, so close it after use; a forgotten one ends after `keepAlive`.
   */
  openPointInTime(index: string, keepAlive: string): Promise<string>
  /** Searches a point in time, whose index the body names. */
  searchPointInTime<Source>(body: SearchBody): Promise<SearchResponse<Source>>
  closePointInTime(id: string): Promise<void>
  /** Writes lines of a bulk body (NDJSON); the response lists the failures of single documents. */
  bulk(body: string | Buffer, query?: Record<string, string>): Promise<BulkResponse>
  /** Counts the documents of an index or alias. */
  count(index: string): Promise<number>
  /** Returns `_meta` of the mapping of an alias or index, without `quarantined`, and the index's name. */
  readMeta(index: string): Promise<{ index: string; meta: Record<string, unknown> }>
  /** Runs any other call of the client, with failures translated in the same way. */
  run<Body>(call: (client: Client) => PromiseLike<{ body: Body }>): Promise<Body>
  close(): Promise<void>
}

// A JVM on a busy machine occasionally pauses for a second.
const PROBE_MS = 3_000

/** Creates the breaker of a cluster, which opens if no node responds. */
export function createOpenSearchBreaker({
  url,
  ca,
}: Pick<OpenSearchOptions, 'url' | 'ca'>): Breaker {
  const nodes = splitAddresses(url).map((node) =>
    openClient({ url: node, ca, requestTimeoutMs: PROBE_MS }),
  )
  return createBreaker('SearchUnavailable', async () => {
    await Promise.any(nodes.map((node) => askNode(node))).catch(({ errors: [first] }) => {
      throw first
    })
  })
}

/** Throws unless the node responds, even with an error such as a bad login. */
async function askNode(node: Client): Promise<void> {
  try {
    await node.ping({}, { maxRetries: 0 })
  } catch (error) {
    if (!(error instanceof errors.ResponseError)) throw error
  }
}

/** Opens a client, which connects on first use. */
export function createOpenSearch(options: OpenSearchOptions): OpenSearch {
  const client = openClient(options)
  const time = `${options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS}ms`
  // A search that nobody waits for any more ends.
  const terms = { ...WHOLE_ANSWER, cancel_after_time_interval: time }
  const guard = options.breaker?.guard ?? ((call) => call())
  // A failed network may have dropped idle connections, on which the next calls would wait.
  options.breaker?.onChange((failure) => {
    if (failure) for (const { agent } of client.connectionPool.connections) agent.destroy()
  })
  const run = async <Body>(call: (client: Client) => PromiseLike<{ body: Body }>) => {
    try {
      return (await guard(async () => await call(client))).body
    } catch (error) {
      // A server that is down rejects connections at once, even when no call is waiting.
      if (!(error instanceof errors.ResponseError)) options.breaker?.suspect()
      throw translateOpenSearchError(error)
    }
  }
  /** Says so if the index is missing because another version of the service built its set. */
  const explain = async <Value>(index: string, reading: Promise<Value>): Promise<Value> => {
    try {
      return await reading
    } catch (error) {
      const name = index.replace(/[a-z]+-m\d+$/, '*-m*')
      if (!(error instanceof ApiError) || error.code !== 'IndexNotReady' || name === index)
        throw error
      const others = await run((own) => own.indices.getAlias({ name }))
      if (Object.keys(others).length === 0) throw error
      throw new ApiError('IndexNotReady', {
        ...{ message: OTHER_VERSION, retryAfterSeconds: 60, cause: error },
      })
    }
  }
  const send = <Body>(path: string, query: Record<string, string | boolean>, parts: object) =>
    run<Body>((own) =>
      own.transport.request({ method: 'POST', path, querystring: query, ...parts }),
    )

  return {
    run,
    search: async ({ index, body }) =>
      requireHits(
        await explain(
          index,
          send(
            `/${encodeURIComponent(index)}/_search`,
            { ...terms, timeout: time, preference: preferenceOf(body) },
            { body },
          ),
        ),
      ),
    msearch: async <Source>(requests: SearchRequest[]) => {
      const bulkBody = requests.flatMap(({ index, body }) => [
        { index, ...terms, preference: preferenceOf(body) },
        { timeout: time, ...body },
      ])
      const { responses } = await send<{ responses: EngineAnswer<Source>[] }>(
        '/_msearch',
        {},
        { bulkBody },
      )
      if (responses === undefined) throw noAnswer()
      const read = async () => responses.map(readAnswer)
      return await explain(requests[0]?.index ?? '', read())
    },
    openPointInTime: async (index, keepAlive) => {
      const path = `/${encodeURIComponent(index)}/_search/point_in_time`
      const query = { keep_alive: keepAlive, allow_partial_pit_creation: false }
      return (await send<{ pit_id: string }>(path, query, {})).pit_id
    },
    searchPointInTime: async (body) => requireHits(await send('/_search', terms, { body })),
    closePointInTime: async (id) => {
      await run((own) => own.deletePit({ body: { pit_id: [id] } }))
    },
    bulk: (body, query = {}) => send('/_bulk', query, { bulkBody: body }),
    count: async (index) =>
      (
        await explain(
          index,
          run((own) => own.count({ index })),
        )
      ).count,
    readMeta: async (index) => {
      // Read from the node's own copy of the cluster state, because electing a new cluster manager
      // takes seconds. The quarantine may have 500 KB, which would cost 10 ms per call.
      const query = { index, local: true, filter_path: ['-*.mappings._meta.quarantined'] }
      const mappings = await explain(
        index,
        run((own) => own.indices.getMapping(query)),
      )
      const [entry] = Object.entries(mappings)
      if (!entry) throw translateEngineError(404, { type: 'index_not_found_exception' }, undefined)
      return { index: entry[0], meta: entry[1].mappings._meta ?? {} }
    },
    close: () => client.close(),
  }
}

const OTHER_VERSION = 'The index was built by another version of this service. Run npm run refresh.'

// In the query string of one search, and in each header line of several searches.
const WHOLE_ANSWER = { allow_partial_search_results: false }

/**
 * Returns which copies of the shards a search reads: all pages of a query read the same ones, because
 * copies that merged differently may score differently.
 */
const preferenceOf = ({ query }: SearchBody): string =>
  createHash('sha1')
    .update(JSON.stringify(query ?? ''))
    .digest('hex')
    .slice(0, 8)

type EngineAnswer<Source> =
  | (SearchResponse<Source> & { status: number; error?: undefined })
  | { status: number; error: { type?: string } }

function readAnswer<Source>(answer: EngineAnswer<Source>): SearchResponse<Source> {
  if (answer.error === undefined) return requireHits(answer)
  const cause = new Error(`A search in a multi-search failed: ${JSON.stringify(answer.error)}`)
  throw translateEngineError(answer.status, answer.error, cause)
}

function requireHits<Source>(answer: SearchResponse<Source>): SearchResponse<Source> {
  if (answer.hits === undefined) throw noAnswer()
  return answer
}

const noAnswer = () =>
  searchUnavailable(new Error('The response is not an OpenSearch search result.'))

const REQUEST_TIMEOUT_MS = 10_000

function openClient({ url, ca, requestTimeoutMs = REQUEST_TIMEOUT_MS }: OpenSearchOptions): Client {
  const nodes = splitAddresses(url).map((address) => new URL(address))
  const { username = '', password = '' } = nodes[0] ?? {}
  for (const node of nodes) {
    node.username = ''
    node.password = ''
  }
  return new Client({
    nodes: nodes.map(String),
    ...(username
      ? { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }
      : {}),
    ...(ca === undefined ? {} : { ssl: { ca, rejectUnauthorized: true } }),
    requestTimeout: requestTimeoutMs,
    // Our engine's responses need no check for __proto__, which costs as much as parsing them.
    disablePrototypePoisoningProtection: true,
    Transport: CarefulTransport,
    // With one address, a retry covers a connection that the server closed while idle. With
    // several, a call fails only if every node fails. Timeouts are retried, too, so a call takes at
    // most that timeout for each attempt.
    maxRetries: Math.max(1, nodes.length - 1),
    // With one address, there is no other node to prefer, so dead nodes need no checks.
    ...(nodes.length === 1 ? { resurrectStrategy: 'none' as const } : { ConnectionPool: NodePool }),
    // A search needs one connection at a time; two cores cannot serve 64 at once.
    agent: { maxSockets: 64, maxFreeSockets: 16 },
  })
}

type Request = Parameters<Transport['request']>

// A restarted node takes about 15 s. A check is only a HEAD request.
const ASK_AGAIN_MS = 5_000
const ASK_TIMEOUT_MS = 3_000

/**
 * The nodes of a cluster. Requests rotate among working nodes. A failed node gets no request until
 * it responds to a check. Checks run one at a time and at least 5 s apart.
 *
 * The client's own checks start a minute after the failure, end up half an hour apart, start over
 * with each request, and keep their sockets forever.
 */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASK_AGAIN_MS
  override resurrectTimeoutCutoff = 0

  /** Called before each request. */
  override resurrect(): void {
    const node = this.connections.find(({ id }) => id === this.dead[0])
    if (node === undefined || Date.now() < node.resurrectTimeout) return
    // Not due again until the response marks it alive or dead.
    node.resurrectTimeout = Number.POSITIVE_INFINITY
    const question = { method: 'HEAD', path: '/', timeout: ASK_TIMEOUT_MS }
    node.request(question, (_, response) => {
      // The socket is free again only after the response has been read.
      response?.resume()
      const status = response?.statusCode ?? 503
      if (status < 500) this.markAlive(node)
      else this.markDead(node)
    })
  }
}

// Repeating these changes nothing. Bulk requests are included because each document has its own id.
const REPEATABLE = /\/_(bulk|count|flush|mapping|msearch|refresh|search|settings)(\/|$)/

const isRepeatable = ({ method, path }: Request[0]): boolean =>
  method === 'GET' || method === 'HEAD' || REPEATABLE.test(path)

/**
 * Sends a request only once if it must not be repeated. If the response to an index creation or
 * alias switch is lost, the request may have succeeded, and a second one would be rejected.
 */
export class CarefulTransport extends Transport {
  // The base class has two signatures, whose return types `never` fits.
  override request(...[params, options = {}, callback]: Request): never {
    const careful = isRepeatable(params) ? options : { ...options, maxRetries: 0 }
    return super.request(params, careful, callback) as never
  }
}
