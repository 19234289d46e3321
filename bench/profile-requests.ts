import { buildApp } from '#src/app.ts'
import { formatCount } from '#src/domain/money.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import type { LongReturn } from './long-returns.ts'
import { recordStatements, type Statement } from './recording.ts'
import { clientHeaders } from './requests.ts'

/** A request and the statements of its response. */
export type Recorded = { path: string; statements: Statement[] }

/** Requests of one kind; for a long list all its pages, in order. */
export type ProfileScenario = { name: string; requests: Recorded[]; rows?: number }

const KINDS: readonly [name: string, toPath: (ein: string) => string][] = [
  ['A page', (ein) => `/api/v2/charity/${ein}/page`],
  ['A Leadership', (ein) => `/api/v2/charity/${ein}/sections/Leadership`],
  ['B profile', (ein) => `/api/v2/charity/${ein}/profile`],
  ['B summary', (ein) => `/api/v2/charity/${ein}/summary`],
]

/** Sends every request once to an application over the store and records its statements. */
export async function recordProfiles(
  databaseUrl: string,
  eins: readonly string[],
  long: readonly LongReturn[],
): Promise<ProfileScenario[]> {
  const recorder = await openRecorder(databaseUrl)
  try {
    const scenarios: ProfileScenario[] = []
    for (const [name, toPath] of KINDS) {
      const requests = await recordAll(recorder, eins.map(toPath))
      // A small return may lack the section, and a benchmark of only such returns would measure nothing.
      if (requests.length < eins.length / 2)
        throw new Error(`Most requests for ${name} returned 404.`)
      scenarios.push({ name, requests })
    }
    for (const { ein, name, section, rows } of long) {
      const first = `/api/v2/charity/${ein}/sections/${section}?Limit=200`
      const requests = await recordWalk(recorder, first)
      scenarios.push({ name: `${name} ${formatCount(rows)}`, requests, rows })
    }
    return scenarios
  } finally {
    await recorder.close()
  }
}

export type Recorder = {
  /** Returns undefined for 404; throws for anything but 404 and 200. */
  ask: (path: string) => Promise<{ recorded: Recorded; nextCursor: string | undefined } | undefined>
  close: () => Promise<void>
}

/** Opens an application over a store that uses the given headers and records its statements. */
export async function openRecorder(
  databaseUrl: string,
  headers: Record<string, string> = {},
): Promise<Recorder> {
  const postgres = createPostgres({ url: databaseUrl })
  const { client, statements } = recordStatements(postgres)
  // Profiles use neither the index nor the model.
  const opensearch = createOpenSearch({ url: 'http://127.0.0.1:9' })
  const app = await buildApp({
    // Each request has another address, as in the measurement; the writes that count requests are not
    // part of a response.
    config: { access: 'keyed', trustProxy: 'true', logLevel: 'silent' },
    postgres: client,
    usage: postgres,
    opensearch,
    indexPrefix: '',
    embeddingModel: '',
    embed: () => Promise.reject(new Error('Profiles must not embed text.')),
  })
  return {
    ask: async (path) => {
      statements.length = 0
      const { statusCode, body } = await app.inject({
        url: path,
        headers: { ...clientHeaders(), ...headers },
      })
      if (statusCode === 404) return undefined
      if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${body}`)
      const { NextCursor: nextCursor } = JSON.parse(body) as { NextCursor?: string }
      return { recorded: { path, statements: [...statements] }, nextCursor }
    },
    close: async () => {
      await app.close()
      await Promise.all([postgres.close(), opensearch.close()])
    },
  }
}

/** Returns all requests without 404, with their statements. */
export async function recordAll({ ask }: Recorder, paths: readonly string[]): Promise<Recorded[]> {
  const requests: Recorded[] = []
  for (const path of paths) {
    const answer = await ask(path)
    if (answer) requests.push(answer.recorded)
  }
  return requests
}

/** Returns all pages of a list in order, with their statements. */
export async function recordWalk({ ask }: Recorder, first: string): Promise<Recorded[]> {
  const requests: Recorded[] = []
  for (let path = first; ; ) {
    const answer = await ask(path)
    if (!answer) throw new Error(`${path} returned 404.`)
    requests.push(answer.recorded)
    if (answer.nextCursor === undefined) return requests
    path = `${first}&Cursor=${encodeURIComponent(answer.nextCursor)}`
  }
}
