import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SearchDeps } from '../../search/search.ts'
import { searchRoutes } from './search.ts'

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(searchRoutes(deps))
  }
