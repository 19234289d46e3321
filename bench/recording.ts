import type { OpenSearch, SearchRequest } from '#src/platform/clients/opensearch.ts'
import type { Postgres, Session, SqlValue } from '#src/platform/clients/postgres.ts'

/** One call to the engine, as bytes to send again. */
export type EngineCall = { path: string; contentType: string; body: Buffer }

/** Wraps a client and records the bodies that src/search sends. */
export function recordCalls(opensearch: OpenSearch): { client: OpenSearch; calls: EngineCall[] } {
  const calls: EngineCall[] = []
  const client: OpenSearch = {
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
  }
  return { client, calls }
}

const toSearch = ({ index, body }: SearchRequest): EngineCall => ({
  path: `/${index}/_search`,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
})

const toMultiSearch = (requests: SearchRequest[]): EngineCall => ({
  path: '/_msearch',
  contentType: 'application/x-ndjson',
  body: Buffer.from(
    requests
      .map(({ index, body }) => `${JSON.stringify({ index })}\n${JSON.stringify(body)}\n`)
      .join(''),
  ),
})

/** One statement to send again. */
export type Statement = { text: string; values: SqlValue[] }

/** Wraps a client and records its statements, also in snapshots. Rejects sessions it cannot record. */
export function recordStatements(postgres: Postgres): {
  client: Postgres
  statements: Statement[]
} {
  const statements: Statement[] = []
  const refuse = () => Promise.reject(new Error('Reads in a session are not recorded.'))
  const recordOn = <Kind extends Session>(session: Kind): Kind => ({
    ...session,
    query: (text, values = []) => {
      statements.push({ text, values })
      return session.query(text, values)
    },
  })
  const client: Postgres = {
    ...recordOn(postgres),
    session: refuse,
    transaction: refuse,
    snapshot: (work) => postgres.snapshot((session) => work(recordOn(session))),
  }
  return { client, statements }
}
