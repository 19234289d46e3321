import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'

/** `GET /api/v2/charity/{ein}/page`. */
export const pageRoutes =
  (_deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (_app) =>
    undefined
