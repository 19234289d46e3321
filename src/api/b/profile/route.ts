import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readProfile } from '#src/organizations/page/profile.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { einParams, noQuery } from '../../shared/parameters.ts'
import { answerTimed, operation } from '../operation.ts'
import { presentProfile } from './present.ts'
import { profileData } from './schema.ts'

export const profileRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/profile', {
      ...operation({
        operationId: 'readProfile',
        examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
        summary: 'Identity, mission, finances, governance and trust spectrum',
        description:
          'Figures are those of the latest filing of the primary form. An organization that only the registry knows has a profile without filings.',
        request: { params: einParams, querystring: noQuery },
        data: profileData,
        envelope: 'ProfileEnvelope',
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
