import { Readable } from 'node:stream'
import { z } from 'zod'
import { MAX_QUERY_LENGTH, oneOf } from '../parameters.ts'
import { bodyEinText, bodyText, optionalBodyText } from './body-fields.ts'
import { errorCode } from './error-schema.ts'
import { evidenceRef } from './evidence-schema.ts'

/** Interface part 8: characters of a message and of each earlier one, and how many of those. */
const MAX_MESSAGE = 2_000
const MAX_HISTORY = 20
/** As much of a URL as the log keeps; browsers' own limits are about there. */
const MAX_PATH = 2_000
/** The longest filed name, two lines of 75, is far below. */
const MAX_NAME = 500

// Unknown fields are told by name elsewhere (validation.ts).
const objectFault = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'must be a JSON object' : undefined

const content = optionalBodyText({ max: MAX_MESSAGE, description: 'What was written.' })
  .unwrap()
  // An answer that broke off before its first word is an empty one.
  .transform((text) => text ?? '')
  .meta({ type: 'string', maxLength: MAX_MESSAGE, description: 'What was written.' })

const turn = z.strictObject(
  { Role: oneOf(['user', 'assistant'], 'Who wrote it.'), Content: content },
  { error: objectFault },
)

const context = z.strictObject(
  {
    Path: optionalBodyText({ max: MAX_PATH, description: 'Path of the page.' }),
    EIN: bodyEinText(
      'The organization that "it" means: eight or nine digits, or as 07-0000101.',
    ).optional(),
    CharityName: optionalBodyText({ max: MAX_NAME, description: 'Its name.' }),
    SearchQuery: optionalBodyText({
      max: MAX_QUERY_LENGTH,
      description: 'What was searched for on the page.',
    }),
  },
  { error: objectFault },
)

/** Interface part 2.1, AssistantChatRequest; limits of part 8. */
export const chatBody = z.strictObject(
  {
    Message: bodyText({ max: MAX_MESSAGE, description: 'What is asked.' }),
    History: z
      .array(turn, { error: 'must be a list of messages' })
      .max(MAX_HISTORY, `must hold at most ${MAX_HISTORY} messages; send the newest`)
      .optional()
      .describe('Earlier messages, oldest first; this service keeps none.'),
    Context: context
      .optional()
      .describe('Where the question is asked: hints, never taken for facts.'),
  },
  { error: objectFault },
)
export type ChatBody = z.output<typeof chatBody>

// As sane as a request's id: nothing that could break a log line or a header.
const SESSION = /^[A-Za-z0-9._:-]{1,128}$/

/** Headers of the chat; all others pass. */
export const chatHeaders = z.looseObject({
  'x-service-session': z
    .string()
    .regex(SESSION, 'must be 1 to 128 letters, digits, dots, hyphens, underscores or colons')
    .optional()
    .describe(
      'Names a conversation, so that its requests can be told from others; given back in `meta`. A new one is made without it.',
    ),
})

/** Data of `event: meta`: the first frame, and once more when something is added. */
export const chatMeta = z
  .strictObject({
    RequestID: z.string().describe('As in X-Request-Id.'),
    Session: z.string().describe('X-Service-Session as sent, else a new one to send from now on.'),
    Answerer: z
      .enum(['Planner', 'Model'])
      .describe('Planner: by rule. Model: a language model wrote the text; figures are checked.'),
    CompiledAt: z.iso
      .datetime()
      .optional()
      .describe('When the data answered from was released; absent before the first release.'),
    RecoverySessionID: z
      .string()
      .optional()
      .describe('Of searches proposed where one found nothing: feedback joins them by it.'),
  })
  .meta({ id: 'ChatMeta' })
export type ChatMeta = z.output<typeof chatMeta>

/** Data of `event: delta`. */
export const chatDelta = z
  .strictObject({
    Text: z.string().describe('Next piece of the answer, plain text with line breaks.'),
  })
  .meta({ id: 'ChatDelta' })

/** Data of `event: citation`. */
export const chatCitation = evidenceRef
  .extend({
    EIN: z.string().describe('Of the organization that the figure is of, nine digits.'),
    Label: z.string().describe('What the figure or text is.'),
    Value: z
      .union([z.string(), z.number(), z.boolean()])
      .describe('As the leaf holds it: whole dollars, a ratio as a number, a text as filed.'),
  })
  .meta({ id: 'ChatCitation' })
export type ChatCitation = z.output<typeof chatCitation>

/** Data of `event: error`. */
export const chatError = z
  .strictObject({ ErrorCode: errorCode, Message: z.string() })
  .meta({ id: 'ChatError' })

/** A frame as OpenAPI describes one: its name, and its data as JSON within a text. */
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
  // Without a name of its own a frame is a `message` to who reads it.
  properties: { event: { const: 'message' }, data: { const: '[DONE]' } },
}

/** The answer of the chat; what is printed describes each frame (OpenAPI, sequential media types). */
export const chatStream = z
  .custom<Readable>((given) => given instanceof Readable)
  .meta({
    description:
      'Frames of server-sent events; the data of each but the last is one line of JSON: `meta` (ChatMeta), `delta` (ChatDelta), `citation` (ChatCitation), `error` (ChatError). The last is `data: [DONE]`.',
    oneOf: [
      frame('meta', 'ChatMeta'),
      frame('delta', 'ChatDelta'),
      frame('citation', 'ChatCitation'),
      frame('error', 'ChatError'),
      lastFrame,
    ] as never,
  })
