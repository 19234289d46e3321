import type { OpenAPIV3_1 } from 'openapi-types'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/clients/opensearch.ts'
import { createPostgres } from '#src/clients/postgres.ts'

// Nothing is asked of either: the document is printed from the routes alone.
const NOWHERE = '127.0.0.1:1'

/** `/openapi.json` as the application of this checkout prints it, without engines. */
export async function printOpenApi(): Promise<OpenAPIV3_1.Document> {
  const opensearch = createOpenSearch({ url: `http://${NOWHERE}` })
  const postgres = createPostgres({ url: `postgres://nobody@${NOWHERE}/none` })
  const app = await buildApp({
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres,
    indexPrefix: '',
    embeddingModel: 'none',
    embed: () => Promise.reject(new Error('There is no model here.')),
  })
  try {
    return app.swagger() as OpenAPIV3_1.Document
  } finally {
    await app.close()
    await Promise.all([opensearch.close(), postgres.close()])
  }
}
