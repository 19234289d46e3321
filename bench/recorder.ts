import pg from 'pg'
import { buildApp } from '#src/app.ts'
import {
  createOpenSearch,
  type OpenSearch,
  type SearchRequest,
} from '#src/platform/clients/opensearch.ts'
import {
  connectionConfig,
  createPostgres,
  type Postgres,
  type Session,
  type SqlValue,
} from '#src/platform/clients/postgres.ts'
import { types } from '#src/platform/clients/postgres-session.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import type { Place } from './environment.ts'
import { type Ask, clientHeaders, sendRequest, toStatusError, untilAccepted } from './timing.ts'

/** A request to OpenSearch as bytes, or a statement to Postgres, to send again. */
type Call =
  | { path: string; contentType: string; body: Buffer }
  | { text: string; values: SqlValue[] }

/** Returns the calls that an application makes for each path. Throws unless the response is 200. */
export async function recordCalls(
  { opensearchUrl, databaseUrl, env }: Place,
  paths: readonly string[],
): Promise<Call[][]> {
  const calls: Call[] = []
  const postgres = createPostgres({ url: databaseUrl })
  const opensearch = createOpenSearch({ url: opensearchUrl })
  const embedder = await createEmbedder(readConfig(env))
  const app = await buildApp({
    // Each request has another address, as in the measurement; the writes that count requests are not
    // part of a response.
    config: { access: 'open', trustProxy: 'true', logLevel: 'silent' },
    postgres: recordStatements(postgres, calls),
    usage: postgres,
    opensearch: recordSearches(opensearch, calls),
    indexPrefix: '',
    embeddingModel: embedder.model,
    embed: openQueryVectors(embedder),
  })
  try {
    const recorded: Call[][] = []
    for (const url of paths) {
      await untilAccepted(async () => {
        calls.length = 0
        const { statusCode } = await app.inject({ url, headers: clientHeaders() })
        if (statusCode !== 200) throw toStatusError(url, statusCode)
      })
      recorded.push([...calls])
    }
    return recorded
  } finally {
    await app.close()
    await Promise.all([embedder.close(), postgres.close(), opensearch.close()])
  }
}

const recordSearches = (opensearch: OpenSearch, calls: Call[]): OpenSearch => ({
  ...opensearch,
  search: (request) => {
    calls.push(toSearch(request))
    return opensearch.search(request)
  },
  msearch: (requests) => {
    // A single search needs no multi-search; a plain client would send it directly.
    const [only, second] = requests
    calls.push(only && !second ? toSearch(only) : toMultiSearch(requests))
    return opensearch.msearch(requests)
  },
})

const toSearch = ({ index, body }: SearchRequest): Call => ({
  path: `/${index}/_search`,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
})

const toMultiSearch = (requests: SearchRequest[]): Call => {
  const lines = requests.flatMap(({ index, body }) => [{ index }, body])
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return { path: '/_msearch', contentType: 'application/x-ndjson', body: Buffer.from(body) }
}

/** Records statements, also in snapshots. Rejects sessions, which it cannot record. */
function recordStatements(postgres: Postgres, calls: Call[]): Postgres {
  const refuse = () => Promise.reject(new Error('Reads in a session are not recorded.'))
  const recordOn = <Kind extends Session>(session: Kind): Kind => ({
    ...session,
    query: (text, values = []) => {
      calls.push({ text, values })
      return session.query(text, values)
    },
  })
  return {
    ...recordOn(postgres),
    session: refuse,
    transaction: refuse,
    snapshot: (work) => postgres.snapshot((session) => work(recordOn(session))),
  }
}

/** Sends recorded calls one at a time, without client libraries: only HTTP and the driver. */
export async function openReplay(
  { opensearchUrl, databaseUrl }: Place,
  connections: number,
): Promise<{ toAsk: (calls: readonly Call[]) => Ask; close: () => Promise<unknown> }> {
  const lanes = Array.from(
    { length: connections },
    () => new pg.Client({ ...connectionConfig(databaseUrl, undefined), types }),
  )
  await Promise.all(lanes.map((lane) => lane.connect()))
  return {
    toAsk: (calls) => async (agent, lane) => {
      for (const call of calls) {
        if ('text' in call) {
          await lanes[lane]?.query(call.text, call.values)
          continue
        }
        const { path, contentType, body } = call
        const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
        const url = new URL(path, opensearchUrl).href
        await sendRequest(agent, url, { method: 'POST', headers }, body)
      }
    },
    close: () => Promise.all(lanes.map((lane) => lane.end())),
  }
}
