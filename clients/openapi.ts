import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'

// Starts no server; only the routes are read.
const NOWHERE = '127.0.0.1:1'

/** Returns `/openapi.json` as this checkout generates it, without starting any engines. */
export const printOpenApi = (): Promise<OpenAPIV3_1.Document> =>
  readRoutes((app) => app.swagger() as OpenAPIV3_1.Document)

/** Returns what `read` finds in the application's routes, without starting any engines. */
export async function readRoutes<Found>(read: (app: FastifyInstance) => Found): Promise<Found> {
  const opensearch = createOpenSearch({ url: `http://${NOWHERE}` })
  const postgres = createPostgres({ url: `postgres://nobody@${NOWHERE}/none` })
  const app = await buildApp({
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres,
    indexPrefix: '',
    embeddingModel: 'none',
    embed: () => Promise.reject(new Error('No model is loaded.')),
  })
  try {
    return read(app)
  } finally {
    await app.close()
    await Promise.all([opensearch.close(), postgres.close()])
  }
}
