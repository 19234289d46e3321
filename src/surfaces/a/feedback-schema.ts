import { z } from 'zod'
import {
  bodyEinText,
  bodyEmail,
  bodyText,
  notifiedField,
  objectFault,
  optionalBodyText,
} from './body-fields.ts'
import { metadataField } from './metadata-field.ts'

/** Interface part 8. */
const MAX_MESSAGE = 8_000
const MAX_RECOVERY_ID = 128
/** A word or a few, such as `missing_data`; a text belongs in the message. */
const MAX_TYPE = 100
/** As long as what is kept of an X-Agent header. */
const MAX_NAME = 200
/** As long as a chat message (interface part 8), and enough for a URL with its parameters. */
const MAX_TEXT = 2_000

const message = bodyText({ max: MAX_MESSAGE, description: 'What is to be said, in plain text.' })
const feedbackType = optionalBodyText({
  max: MAX_TYPE,
  isOneLine: true,
  description: "What kind of feedback it is, in the sender's own word.",
})

const fields = {
  Message: message.optional(),
  FeedbackType: feedbackType,
  EIN: bodyEinText('The organization it is about: its digits, or as 07-0000101.').optional(),
  Email: bodyEmail('Where an answer may go.').optional(),
  RecoverySessionID: optionalBodyText({
    max: MAX_RECOVERY_ID,
    isOneLine: true,
    description: 'As the assistant gave it with the searches it proposed.',
  }),
  Metadata: metadataField(
    'Anything else, as an object of at most 16 KiB and 8 levels. Do not send secrets.',
  ).optional(),
}

const name = (description: string) => optionalBodyText({ max: MAX_NAME, description })
const text = (description: string) => optionalBodyText({ max: MAX_TEXT, description })
const optionalEmail = bodyEmail('Email of the snake_case form.')

const aliases = {
  message: message.optional(),
  feedback_type: feedbackType,
  owner_email: z
    .preprocess((given) => (given === '' ? undefined : given), optionalEmail.optional())
    .optional(),
  agent_name: name('Name of the agent; kept in Metadata, as all that follow.'),
  agent_platform: name('What the agent runs on.'),
  purpose: text('What the agent is for.'),
  task: text('What the agent was doing.'),
  query: text('What was asked.'),
  endpoint_used: text('Which operation was asked.'),
  desired_data: text('What was missing.'),
}

const FORM: string[] = Object.keys(fields)
const ALIASES: string[] = Object.keys(aliases)

/**
 * Interface part 2.1, AgentFeedbackRequest, or the snake_case body of surface B (decisions part 1);
 * fields of one form only. Both are one object here, so that an unknown field is answered with the
 * nearest name of either.
 */
export const feedbackBody = z
  .strictObject({ ...fields, ...aliases }, { error: objectFault })
  .superRefine((body, check) => {
    const given = Object.keys(body)
    const ofAlias = given.filter((key) => ALIASES.includes(key))
    const isMixed = ofAlias.length > 0 && ofAlias.length < given.length
    for (const key of isMixed ? ofAlias : []) {
      const msg = 'is of the snake_case form, which does not mix with the other; send one form'
      check.addIssue({
        code: 'custom',
        path: [key],
        message: msg,
        params: { type: 'extra_forbidden' },
      })
    }
    const required = ofAlias.length > 0 && !isMixed ? 'message' : 'Message'
    if (isMixed || body[required] !== undefined) return
    check.addIssue({ code: 'custom', path: [required], message: 'is required', params: {} })
  })
  .meta({
    description:
      'Either form, not a mixture: Message and its like, or the snake_case form with message, feedback_type (FeedbackType), owner_email (Email) and others, which are kept in Metadata.',
    oneOf: [
      { title: 'AgentFeedbackRequest', required: ['Message'], propertyNames: { enum: FORM } },
      { title: 'snake_case form', required: ['message'], propertyNames: { enum: ALIASES } },
    ],
    examples: [
      { Message: 'The officers of 2021 are missing.', FeedbackType: 'missing_data' },
      { message: 'Which fields are stable?', agent_name: 'reader', task: 'build a client' },
    ],
  })

export type FeedbackBody = z.output<typeof feedbackBody>

/** Interface part 2.1, FeedbackResult. */
export const feedbackResult = z
  .strictObject({
    FeedbackID: z.string().describe('Names the feedback towards the operators.'),
    Stored: z.boolean(),
    Notified: notifiedField,
  })
  .meta({ id: 'FeedbackResult' })
