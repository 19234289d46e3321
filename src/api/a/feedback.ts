import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { maskKeys } from '#src/domain/mask-keys.ts'
import {
  type Feedback,
  type SubmissionDeps,
  storeFeedback,
  storeQuestion,
} from '#src/submissions/store.ts'
import { DEMO, example } from '../openapi/examples/demo.ts'
import { noQuery, refuse } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import {
  bodyEin,
  bodyEinText,
  bodyEmail,
  bodyText,
  objectFault,
  optionalBodyText,
  requireBody,
  whyUnstorable,
} from './body-fields.ts'
import { operation } from './operation.ts'

/**
 * Enough for a request's parameters, an excerpt of its response, names, and versions. People read this
 * in an email or a terminal.
 */
const MAX_BYTES = 16 * 1024
/** Deeper than any response of this API, and safe for recursion. */
const MAX_DEPTH = 8

/** Validates an open object, bounded in bytes and depth; API keys in it are masked. */
const metadataField = (description: string) =>
  z
    .record(z.string(), z.unknown(), { error: 'must be an object' })
    .transform((given, check) => {
      const fault = faultOf(given)
      if (fault === undefined) return masked(given) as object
      return refuse(check, 'invalid_metadata', fault)
    })
    .meta({ type: 'object', additionalProperties: true, description })

function faultOf(given: object): string | undefined {
  // Check the depth first, because the other checks recurse.
  if (!isShallow(given, MAX_DEPTH)) return `must be nested at most ${MAX_DEPTH} levels deep`
  const bytes = Buffer.byteLength(JSON.stringify(given))
  if (bytes > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes of JSON; it has ${bytes}`
  return faultIn(given)
}

const LARGEST = Number.MAX_SAFE_INTEGER

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

function faultIn(value: unknown): string | undefined {
  if (typeof value === 'string') return whyUnstorable(value)
  // Larger numbers lose digits when parsed.
  if (typeof value === 'number') {
    const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER
    return isExact ? undefined : `must not contain a number beyond ${LARGEST}; send it as a string`
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const fault = whyUnstorable(name) ?? faultIn(inner)
    if (fault !== undefined) return fault
  }
  return undefined
}

// Masks each string separately; in the whole JSON text, a mask would include escapes and quotes.
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskKeys(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(masked)
  const entries = Object.entries(value).map(([name, inner]) => [maskKeys(name), masked(inner)])
  return Object.fromEntries(entries)
}

const MAX_MESSAGE = 8_000
const MAX_RECOVERY_ID = 128
/** A word or a few, such as `missing_data`. */
const MAX_TYPE = 100
/** As long as the stored part of an X-Agent header. */
const MAX_NAME = 200
/** As long as a chat message; enough for a URL with parameters. */
const MAX_TEXT = 2_000

const message = bodyText({ max: MAX_MESSAGE, description: 'Feedback in plain text.' })
const feedbackType = optionalBodyText({
  max: MAX_TYPE,
  isOneLine: true,
  description: 'Kind of feedback, in your own words.',
})

const fields = {
  Message: message.optional(),
  FeedbackType: feedbackType,
  EIN: bodyEinText('EIN of the organization, such as 070000101 or 07-0000101.').optional(),
  Email: bodyEmail('Email address for a reply.').optional(),
  RecoverySessionID: optionalBodyText({
    max: MAX_RECOVERY_ID,
    isOneLine: true,
    description: 'RecoverySessionID that the assistant returned with its proposed searches.',
  }),
  Metadata: metadataField(
    "Any other details, as an object of at most 16 KiB and 8 levels of nesting. Don't send secrets.",
  ).optional(),
}

const name = (description: string) => optionalBodyText({ max: MAX_NAME, description })
const text = (description: string) => optionalBodyText({ max: MAX_TEXT, description })
const optionalEmail = bodyEmail('Email address for a reply.')

const aliases = {
  message: message.optional(),
  feedback_type: feedbackType,
  owner_email: z
    .preprocess((given) => (given === '' ? undefined : given), optionalEmail.optional())
    .optional(),
  agent_name: name('Name of the agent. Stored in Metadata, like the fields below.'),
  agent_platform: name('Platform of the agent.'),
  purpose: text('Purpose of the agent.'),
  task: text('Task of the agent.'),
  query: text('Query that the agent sent.'),
  endpoint_used: text('Operation that the agent called.'),
  desired_data: text('Data that was missing.'),
}

const FORM: string[] = Object.keys(fields)
const ALIASES: string[] = Object.keys(aliases)

/**
 * The body with UpperCamelCase or snake_case names, not both. Both forms are one object here, so
 * that the message for an unknown field can suggest a name of either.
 */
const feedbackBody = z
  .strictObject({ ...fields, ...aliases }, { error: objectFault })
  .superRefine((body, check) => {
    const given = Object.keys(body)
    const ofAlias = given.filter((key) => ALIASES.includes(key))
    const isMixed = ofAlias.length > 0 && ofAlias.length < given.length
    for (const key of isMixed ? ofAlias : []) {
      const message = 'belongs to the snake_case form. Send fields from only one form'
      refuse(check, 'extra_forbidden', message, key)
    }
    const required = ofAlias.length > 0 && !isMixed ? 'message' : 'Message'
    if (!isMixed && body[required] === undefined) refuse(check, 'missing', 'is required', required)
  })
  .meta({
    description: 'Send either UpperCamelCase or snake_case fields, not a mixture.',
    oneOf: [
      { title: 'AgentFeedbackRequest', required: ['Message'], propertyNames: { enum: FORM } },
      { title: 'snake_case form', required: ['message'], propertyNames: { enum: ALIASES } },
    ],
    examples: [
      { Message: 'The officers for 2021 are missing.', FeedbackType: 'missing_data' },
      { message: 'Which fields are stable?', agent_name: 'reader', task: 'build a client' },
    ],
  })

type FeedbackBody = z.output<typeof feedbackBody>

const feedbackResult = component('FeedbackResult', {
  FeedbackID: z.string(),
  Stored: z.boolean(),
  Notified: z.boolean(),
})

/** Receives feedback from an agent or its owner. */
export const feedbackRoute =
  (deps: SubmissionDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/v2/agent-feedback', {
      ...operation({
        operationId: 'giveFeedback',
        group: 'Operators',
        summary: 'Tell the operators what was missing, wrong, or useful',
        terms: { access: 'keyed', costs: 'Advanced', slot: 'store', countsFirst: true },
        examples: example('Something is missing', {
          body: { Message: 'The officers for 2021 are missing.', FeedbackType: 'missing_data' },
        }),
        canMiss: true,
        request: { querystring: noQuery, body: feedbackBody },
        response: feedbackResult,
      }),
      preValidation: requireBody,
      handler: async ({ body, apiKey }) => {
        const { id, isNotified } = await storeFeedback(deps, {
          keyId: apiKey?.id ?? null,
          ...toFeedback(body),
        })
        return { FeedbackID: id, Stored: true, Notified: isNotified }
      },
    })
  }

/** Returns either form of the body as one feedback; the schema rejects mixtures. */
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

const MAX_QUESTION = 4_000

const questionBody = z
  .strictObject(
    {
      EIN: bodyEin('EIN of the organization, such as 070000101 or 07-0000101.'),
      Question: bodyText({ max: MAX_QUESTION, description: 'Question in plain text.' }),
      Email: bodyEmail('Email address for a reply.'),
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

const questionResult = component('QuestionResult', {
  RequestID: z.string(),
  Stored: z.boolean(),
  Notified: z.boolean(),
})

export const questionRoute =
  (deps: SubmissionDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/v2/charity-question', {
      ...operation({
        operationId: 'askAboutOrganization',
        group: 'Operators',
        summary: 'Ask the operators a question about an organization',
        terms: { access: 'keyed', costs: 'Advanced', slot: 'store', countsFirst: true },
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
