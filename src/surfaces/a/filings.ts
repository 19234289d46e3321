import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'

/** `GET /api/v2/charity/{ein}/filings`. */
export const filingsRoutes =
  (_deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (_app) =>
    undefined
