import { z } from 'zod'
import type { ChatRequest } from '#src/assistant/chat.ts'
import { toPlainFiled } from '#src/domain/filed-text.ts'
import type { ApiError } from '#src/platform/errors.ts'
import type { Citation } from '#src/tools/cite.ts'
import { MAX_QUERY_LENGTH, oneOf } from '../../shared/parameters.ts'
import { component, streamed } from '../../shared/schemas.ts'
import { bodyEinText, bodyText, objectFault, optionalBodyText } from '../body-fields.ts'
import { evidenceRef, presentEvidenceRef } from '../fields.ts'
import { errorCode } from '../operation.ts'

/** Characters of the message and of each earlier one, and the number of earlier ones. */
const MAX_MESSAGE = 2_000
const MAX_HISTORY = 20
/** The part of a URL that the log keeps, and about the browsers' limit. */
const MAX_PATH = 2_000
/** Far above the longest filed name, which has two lines of 75. */
const MAX_NAME = 500

const content = optionalBodyText({ max: MAX_MESSAGE, description: 'Text of the message.' })
  .unwrap()
  // An answer that was cut off before its first word is empty.
  .transform((text) => text ?? '')
  .meta({ type: 'string', maxLength: MAX_MESSAGE, description: 'Text of the message.' })

const turn = z.strictObject(
  { Role: oneOf(['user', 'assistant'], 'Author of the message.'), Content: content },
  { error: objectFault },
)

const context = z.strictObject(
  {
    Path: optionalBodyText({ max: MAX_PATH, description: 'Path of the page that the user is on.' }),
    EIN: bodyEinText('EIN of the organization, such as 070000101 or 07-0000101.').optional(),
    CharityName: optionalBodyText({ max: MAX_NAME, description: 'Name of the organization.' }),
    SearchQuery: optionalBodyText({
      max: MAX_QUERY_LENGTH,
      description: 'Search text on the page.',
    }),
  },
  { error: objectFault },
)

export const chatBody = z.strictObject(
  {
    Message: bodyText({ max: MAX_MESSAGE, description: 'Question for the assistant.' }),
    History: z
      .array(turn, { error: 'must be an array of messages' })
      .max(MAX_HISTORY, `must contain at most ${MAX_HISTORY} messages; send the newest ones`)
      .optional()
      .describe('Earlier messages, oldest first. The service does not store them.'),
    Context: context.optional().describe('Context of the question.'),
  },
  { error: objectFault },
)
export type ChatBody = z.output<typeof chatBody>

// Nothing that could break a log line or a header.
const SESSION = /^[A-Za-z0-9._:-]{1,128}$/

/** Other headers are ignored. */
export const chatHeaders = z.looseObject({
  'x-service-session': z
    .string()
    .regex(SESSION, 'must be 1 to 128 letters, digits, dots, hyphens, underscores, or colons')
    .optional()
    .describe('ID of the conversation, from `meta`. Without it, the service creates one.'),
})

/** Data of `event: meta`: the first frame, sent again when something is added. */
export const chatMeta = component('ChatMeta', {
  RequestID: z.string(),
  Session: z.string(),
  Answerer: z.enum(['Planner', 'Model']),
  CompiledAt: z.iso.datetime().optional(),
  Choices: z
    .array(z.string())
    .optional()
    .describe('Questions that the message can mean. Send one of them as the next message.'),
  RecoverySessionID: z
    .string()
    .optional()
    .describe('ID of the proposed searches. To comment on them, send it with your feedback.'),
})
export type ChatMeta = z.output<typeof chatMeta>

/** Data of `event: delta`. */
export const chatDelta = component('ChatDelta', {
  Text: z.string(),
})

/** Data of `event: citation`. */
const chatCitation = evidenceRef
  .extend({
    EIN: z.string(),
    Label: z.string(),
    Value: z.union([z.string(), z.number(), z.boolean()]),
  })
  .meta({ id: 'ChatCitation' })
type ChatCitation = z.output<typeof chatCitation>

/** Data of `event: error`. */
export const chatError = component('ChatError', { ErrorCode: errorCode, Message: z.string() })

/** A frame as OpenAPI describes it: its name, and its data as JSON in a string. */
const frame = (event: string, schema: string) => ({
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { const: event },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: `#/components/schemas/${schema}` },
    },
  },
})

const lastFrame = {
  type: 'object',
  required: ['data'],
  // A frame without a name is a `message`.
  properties: { event: { const: 'message' }, data: { const: '[DONE]' } },
}

/** The document describes each frame (OpenAPI, sequential media types). */
export const chatStream = streamed({
  description: 'The data of each event is one line of JSON. The last event is `data: [DONE]`.',
  oneOf: [
    frame('meta', 'ChatMeta'),
    frame('delta', 'ChatDelta'),
    frame('citation', 'ChatCitation'),
    frame('error', 'ChatError'),
    lastFrame,
  ] as never,
})

/** Returns the request of a valid body, without empty hints. */
export function toChatRequest({ Message, History = [], Context = {} }: ChatBody): ChatRequest {
  const { Path: path, EIN: ein, CharityName: name, SearchQuery: searchQuery } = Context
  return {
    message: Message,
    history: History.map(({ Role: role, Content: content }) => ({ role, content })),
    context: {
      ...(path && { path }),
      ...(ein && { ein }),
      ...(name && { name }),
      ...(searchQuery && { searchQuery }),
    },
  }
}

export const presentCitation = ({ ein, label, value, evidence }: Citation): ChatCitation => ({
  ...presentEvidenceRef(evidence),
  EIN: ein,
  // This service's own words, which may contain a filed name.
  Label: toPlainFiled(label),
  Value: value,
})

/** An error within a stream has the words of an error response. */
export const presentFailure = ({ code, message }: ApiError) => ({
  ErrorCode: code,
  Message: message,
})
