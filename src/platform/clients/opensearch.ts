import { Client, errors } from '@opensearch-project/opensearch'
import { splitAddresses } from '../config.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import {
  searchUnavailable,
  translateEngineError,
  translateOpenSearchError,
} from './opensearch-errors.ts'
import { CarefulTransport, NodePool } from './opensearch-nodes.ts'

export type OpenSearchOptions = {
  /**
   * `http(s)://user:password@host:port`, or several of one cluster with commas between them. The
   * credentials are those of the first and are sent as a header, never in a URL.
   */
  url: string
  /** PEM of the authority that signed the server's certificate. */
  ca?: string | undefined
  /** How long one call may take; the indexer's bulks and merges take longer than a search. */
  requestTimeoutMs?: number
  /** While it is open, calls fail at once. */
  breaker?: Breaker | undefined
}

export type SearchBody = Record<string, unknown>

export type EngineHit<Source> = {
  _index: string
  _id: string
  _score: number | null
  _source?: Source
  sort?: (string | number | null)[]
  fields?: Record<string, unknown[]>
  highlight?: Record<string, string[]>
  /** Names of the named queries that matched, or their scores when those were asked for. */
  matched_queries?: string[] | Record<string, number>
}

export type SearchResponse<Source> = {
  took: number
  timed_out: boolean
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
  took: number
  errors: boolean
  items: Partial<Record<'index' | 'create' | 'update' | 'delete', BulkItem>>[]
}

export type SearchRequest = { index: string; body: SearchBody }

/**
 * The index. Every failure is translated by `translateOpenSearchError`; a search that reached
 * only some shards is a failure too, since its counts would be wrong.
 */
export type OpenSearch = {
  search<Source>(request: SearchRequest): Promise<SearchResponse<Source>>
  /** Several searches in one call, answered in order; one failing fails the call. */
  msearch<Source>(requests: SearchRequest[]): Promise<SearchResponse<Source>[]>
  /**
   * Opens a view of an index as it is now; searches of it name it as `pit` in their body. It holds
   * files of the index, so it is closed when it is read; one forgotten ends with `keepAlive`.
   */
  openPointInTime(index: string, keepAlive: string): Promise<string>
  /** One search of a point in time, whose index its body names. */
  searchPointInTime<Source>(body: SearchBody): Promise<SearchResponse<Source>>
  closePointInTime(id: string): Promise<void>
  /** Writes lines of a bulk body (NDJSON); failures of single documents are in the answer. */
  bulk(body: string | Buffer, query?: Record<string, string>): Promise<BulkResponse>
  /** Documents an index or alias holds. */
  count(index: string): Promise<number>
  /** `_meta` of the mapping behind an alias or index, without `quarantined`, and the index's name. */
  readMeta(index: string): Promise<{ index: string; meta: Record<string, unknown> }>
  /** Anything else the client can do, with failures translated the same way. */
  run<Body>(call: (client: Client) => PromiseLike<{ body: Body }>): Promise<Body>
  /** True when the cluster answers at all. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

// A JVM on a busy machine pauses for a second now and then.
const PROBE_MS = 3_000

/** The breaker of an OpenSearch cluster: it opens when none of the nodes answers. */
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

/** Throws unless the node answers, even with a refusal such as a bad login. */
async function askNode(node: Client): Promise<void> {
  try {
    await node.ping({}, { maxRetries: 0 })
  } catch (error) {
    if (!(error instanceof errors.ResponseError)) throw error
  }
}

/** Opens a client; connections are made when first needed. */
export function createOpenSearch(options: OpenSearchOptions): OpenSearch {
  const client = openClient(options)
  const guard = options.breaker?.guard ?? ((call) => call())
  const run = async <Body>(call: (client: Client) => PromiseLike<{ body: Body }>) => {
    try {
      return (await guard(async () => await call(client))).body
    } catch (error) {
      // A server that is gone rejects connections at once: no call waits for it.
      if (!(error instanceof errors.ResponseError)) options.breaker?.suspect()
      throw translateOpenSearchError(error)
    }
  }
  const send = <Body>(path: string, query: Record<string, string | boolean>, parts: object) =>
    run<Body>((own) =>
      own.transport.request({ method: 'POST', path, querystring: query, ...parts }),
    )

  return {
    run,
    search: async ({ index, body }) =>
      requireHits(await send(`/${encodeURIComponent(index)}/_search`, WHOLE_ANSWER, { body })),
    msearch: async <Source>(requests: SearchRequest[]) => {
      const bulkBody = requests.flatMap(({ index, body }) => [{ index, ...WHOLE_ANSWER }, body])
      const { responses } = await send<{ responses: EngineAnswer<Source>[] }>(
        '/_msearch',
        {},
        { bulkBody },
      )
      if (responses === undefined) throw noAnswer()
      return responses.map(readAnswer)
    },
    openPointInTime: async (index, keepAlive) => {
      const path = `/${encodeURIComponent(index)}/_search/point_in_time`
      const query = { keep_alive: keepAlive, allow_partial_pit_creation: false }
      return (await send<{ pit_id: string }>(path, query, {})).pit_id
    },
    searchPointInTime: async (body) => requireHits(await send('/_search', WHOLE_ANSWER, { body })),
    closePointInTime: async (id) => {
      await run((own) => own.deletePit({ body: { pit_id: [id] } }))
    },
    bulk: (body, query = {}) => send('/_bulk', query, { bulkBody: body }),
    count: async (index) => (await run((own) => own.count({ index }))).count,
    readMeta: async (index) => {
      // From the node's own copy of the cluster's state: the cluster manager may be gone, and
      // electing another takes seconds. The quarantine may take 500 KB, which costs 10 ms a call.
      const query = { index, local: true, filter_path: ['-*.mappings._meta.quarantined'] }
      const mappings = await run((own) => own.indices.getMapping(query))
      const [entry] = Object.entries(mappings)
      if (!entry) throw translateEngineError(404, { type: 'index_not_found_exception' }, undefined)
      return { index: entry[0], meta: entry[1].mappings._meta ?? {} }
    },
    ping: () =>
      client.ping().then(
        ({ statusCode }) => statusCode === 200,
        () => false,
      ),
    close: () => client.close(),
  }
}

// In the query string of one search, in the header line of each of several.
const WHOLE_ANSWER = { allow_partial_search_results: false }

type EngineAnswer<Source> =
  | (SearchResponse<Source> & { status: number; error?: undefined })
  | { status: number; error: { type?: string } }

function readAnswer<Source>(answer: EngineAnswer<Source>): SearchResponse<Source> {
  if (answer.error === undefined) return requireHits(answer)
  const cause = new Error(`A search of a multi-search failed: ${JSON.stringify(answer.error)}`)
  throw translateEngineError(answer.status, answer.error, cause)
}

function requireHits<Source>(answer: SearchResponse<Source>): SearchResponse<Source> {
  if (answer.hits === undefined) throw noAnswer()
  return answer
}

const noAnswer = () => searchUnavailable(new Error('The answer is no search result of OpenSearch.'))

function openClient({ url, ca, requestTimeoutMs = 10_000 }: OpenSearchOptions): Client {
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
    // The engine is ours: its answers need no second look for __proto__, which costs as much as
    // reading them.
    disablePrototypePoisoningProtection: true,
    Transport: CarefulTransport,
    // With one address, a second try covers a connection the server closed while idle; with
    // several, a call fails only when every node did. A timeout is retried as well, so a call
    // takes at most the timeout above for each try.
    maxRetries: Math.max(1, nodes.length - 1),
    // With one address there is no other node to prefer, so dead nodes need no checks.
    ...(nodes.length === 1 ? { resurrectStrategy: 'none' as const } : { ConnectionPool: NodePool }),
    // A search needs one connection at a time; 64 in flight is more than two cores can answer.
    agent: { maxSockets: 64, maxFreeSockets: 16 },
  })
}
