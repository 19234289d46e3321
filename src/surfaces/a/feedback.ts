import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CaptureDeps, type Feedback, storeFeedback } from '../../capture/store.ts'
import { requireBody } from './body-fields.ts'
import { captureErrors } from './error-schema.ts'
import { type FeedbackBody, feedbackBody, feedbackResult } from './feedback-schema.ts'

/** `POST /api/v2/agent-feedback`: what an agent or its owner has to say of the service. */
export const feedbackRoutes =
  (deps: CaptureDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/v2/agent-feedback', {
      config: {
        terms: { access: 'keyed', costs: 'Advanced', place: 'shared', countsFirst: true },
      },
      preValidation: requireBody,
      schema: {
        operationId: 'giveFeedback',
        summary: 'Tell the operators what was missing, wrong or useful',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        body: feedbackBody,
        response: { 200: feedbackResult, ...captureErrors },
      },
      handler: async ({ body, apiKey }) => {
        const { id, isNotified } = await storeFeedback(deps, {
          keyId: apiKey?.id ?? null,
          ...toFeedback(body),
        })
        return { FeedbackID: id, Stored: true, Notified: isNotified }
      },
    })
  }

/** Either form of the body as one feedback (decisions part 1); the schema refuses mixtures. */
function toFeedback(body: FeedbackBody): Omit<Feedback, 'keyId'> {
  const { Message, FeedbackType, EIN, Email, RecoverySessionID, Metadata, ...aliases } = body
  const { message, feedback_type, owner_email, ...others } = aliases
  return {
    message: Message ?? message ?? '',
    feedbackType: FeedbackType ?? feedback_type ?? null,
    email: Email ?? owner_email ?? null,
    ein: EIN ?? null,
    recoverySessionId: RecoverySessionID ?? null,
    metadata: Metadata ?? toMetadata(others),
  }
}

function toMetadata(others: Record<string, string | undefined>): object | null {
  const given = Object.entries(others).filter(([, text]) => text !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}
