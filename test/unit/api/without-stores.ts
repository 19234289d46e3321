import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'

/** Opens the application over stores that refuse connections. */
export async function openWithoutStores(
  access: AppDeps['config']['access'] = 'open',
  publicUrl?: string,
) {
  const opensearch = createOpenSearch({ url: 'http://127.0.0.1:1' })
  const postgres = createPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const app = await buildApp({
    config: { access, trustProxy: undefined, logLevel: 'silent', publicUrl },
    opensearch,
    postgres,
    indexPrefix: '',
    embeddingModel: 'none',
    embed: () => Promise.reject(new Error('There is no model here.')),
    // The machine may be slow.
    admission: { longestMs: 30_000, maxDelayMs: 0 },
  })
  const close = async () => {
    await app.close()
    await Promise.all([opensearch.close(), postgres.close()])
  }
  return { app, close }
}
