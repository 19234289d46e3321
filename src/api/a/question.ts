import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type SubmissionDeps, storeQuestion } from '#src/submissions/store.ts'
import { DEMO, example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import {
  bodyEin,
  bodyEmail,
  bodyText,
  notifiedField,
  objectFault,
  requireBody,
} from './body-fields.ts'
import { operation } from './operation.ts'

const MAX_QUESTION = 4_000

const questionBody = z
  .strictObject(
    {
      EIN: bodyEin(
        'EIN of the organization: an integer, or a string such as 070000101 or 07-0000101.',
      ),
      Question: bodyText({ max: MAX_QUESTION, description: 'Question in plain text.' }),
      Email: bodyEmail('Email address for the reply.'),
    },
    { error: objectFault },
  )
  .meta({
    examples: [
      {
        EIN: '070000101',
        Question: 'What is the endowment used for?',
        Email: 'reader@library.example',
      },
    ],
  })

const questionResult = z
  .strictObject({
    RequestID: z.string().describe('ID of the question. Include it if you contact the operators.'),
    Stored: z.boolean(),
    Notified: notifiedField,
  })
  .meta({ id: 'QuestionResult' })

export const questionRoute =
  (deps: SubmissionDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/v2/charity-question', {
      ...operation({
        operationId: 'askAboutOrganization',
        group: 'Operators',
        summary: 'Ask the operators a question about an organization',
        terms: { access: 'keyed', costs: 'Advanced', slot: 'shared', countsFirst: true },
        examples: example('A question for the operators', {
          body: {
            EIN: DEMO.hockingHillsFoodBank,
            Question: 'Which years does it report?',
            Email: 'reader@library.example',
          },
        }),
        canMiss: true,
        request: { querystring: noQuery, body: questionBody },
        response: questionResult,
      }),
      preValidation: requireBody,
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
