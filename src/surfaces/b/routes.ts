import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { SearchDeps } from '../../search/search.ts'
import { searchRoutes } from './search.ts'

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps & ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(searchRoutes(deps))
  }
