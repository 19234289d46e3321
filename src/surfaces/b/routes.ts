import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { SearchDeps } from '../../search/search.ts'
import { blockRoutes } from './blocks.ts'
import { coreRecordRoutes } from './core-record.ts'
import { searchRoutes } from './search.ts'

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps & ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(searchRoutes(deps))
    await app.register(blockRoutes(deps))
    await app.register(coreRecordRoutes(deps))
  }
