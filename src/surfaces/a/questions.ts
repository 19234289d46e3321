import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CaptureDeps, storeQuestion } from '../../capture/store.ts'
import { requireBody } from './body-fields.ts'
import { captureErrors } from './error-schema.ts'
import { questionBody, questionResult } from './question-schema.ts'

/** `POST /api/v2/charity-question`: a question to the operators about an organization. */
export const questionRoutes =
  (deps: CaptureDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/v2/charity-question', {
      config: {
        terms: { access: 'keyed', costs: 'Advanced', place: 'shared', countsFirst: true },
      },
      preValidation: requireBody,
      schema: {
        operationId: 'askAboutOrganization',
        summary: 'Ask the operators a question about an organization',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        body: questionBody,
        response: { 200: questionResult, ...captureErrors },
      },
      handler: async ({ body, apiKey }) => {
        const { EIN: ein, Question: question, Email: email } = body
        const { id, isNotified } = await storeQuestion(deps, {
          keyId: apiKey?.id ?? null,
          ein,
          question,
          email,
        })
        return { RequestID: id, Stored: true, Notified: isNotified }
      },
    })
  }
