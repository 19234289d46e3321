import { inject } from 'vitest'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import { PATIENT } from '#test/integration/http/world.ts'
import { createIndexed, demoFolder, type Sources } from './prepared.ts'

export type IndexedWorld = Awaited<ReturnType<typeof openIndexed>>

/**
 * The application with the real model over a separate store with these sources, or the small demo.
 * Test files of a run share its index, so only read it. `replaced` are other dependencies.
 */
export async function openIndexed(
  name: string,
  sources?: Sources,
  replaced: Partial<AppDeps> = {},
) {
  const store = await createIndexed(`indexed_${name}`, sources ?? { paths: [await demoFolder()] })
  const embedder = await createEmbedder(readConfig(process.env))
  const deps: AppDeps = {
    // Tests send more than a client's daily allowance.
    config: { access: 'open', trustProxy: undefined, logLevel: 'silent' },
    opensearch: createOpenSearch({ url: inject('opensearchUrl') }),
    postgres: createPostgres({ url: store.url }),
    indexPrefix: store.indexPrefix,
    embeddingModel: embedder.model,
    embed: openQueryVectors(embedder),
    admission: PATIENT,
    ...replaced,
  }
  const app = await buildApp(deps)
  const ask = (url: string) => app.inject({ url })
  return {
    app,
    deps,
    embedder,
    get: async <Body = Record<string, unknown>>(url: string) => {
      const response = await ask(url)
      return { status: response.statusCode, body: response.json<Body>() }
    },
    /** Returns the EINs of the first hits of A's search. */
    find: async (query: Record<string, string>): Promise<string[]> => {
      const url = `/api/v2/search?${new URLSearchParams(query)}`
      const response = await ask(url)
      if (response.statusCode !== 200) throw new Error(`${url} returned ${response.body}`)
      return response.json<{ Hits: { EIN: string }[] }>().Hits.map(({ EIN }) => EIN)
    },
    close: async () => {
      await app.close()
      await Promise.all([embedder.close(), deps.opensearch.close(), deps.postgres.close()])
      await store.drop()
    },
  }
}
