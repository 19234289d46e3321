import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readProfile } from '../../profiles/profile.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'
import { presentProfile } from './present-profile.ts'
import { profileData } from './profile-schema.ts'

/** `GET /api/v2/charity/{ein}/profile`. */
export const profileRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/profile', {
      ...deepDive({
        operationId: 'readProfile',
        summary: 'Identity, mission, finances, governance and trust spectrum',
        description:
          'Figures are those of the latest filing of the primary form. An organization that only the registry knows has a profile without filings.',
        params: einParams,
        querystring: noQuery,
        data: profileData,
        answer: 'ProfileEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readProfile(timed, request.params.ein),
          presentProfile,
        ),
    })
  }
