import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'

/** `GET /api/v2/charity/{ein}/sections/{SectionId}`. */
export const sectionRoutes =
  (_deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (_app) =>
    undefined
