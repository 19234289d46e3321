import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SearchDeps } from '../../search/search.ts'
import { healthRoutes } from './health.ts'
import { searchRoutes } from './search.ts'

/** Every operation of surface A. */
export const surfaceA =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(healthRoutes(deps))
    await app.register(searchRoutes(deps))
  }
