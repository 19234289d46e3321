import { knownFields } from '../domain/known-fields.ts'
import { type Mail, openMailer, openWebhook, type Sender } from '../platform/clients/notify.ts'
import type { NotifyConfig } from '../platform/config.ts'
import type { Submission } from './submission.ts'

/** The connection to the receiver that the operator configured. */
export type Channel = Sender<Submission>

/** Opens the configured webhook or mail server. */
export function openChannel(notify: NotifyConfig): Channel {
  if (notify.kind === 'webhook') {
    const { send, ...webhook } = openWebhook(notify)
    return {
      ...webhook,
      send: (submission, signal) =>
        send({ id: submission.id, body: toWebhookBody(submission) }, signal),
    }
  }
  const { send, ...mailer } = openMailer(notify)
  return { ...mailer, send: (submission, signal) => send(toMail(submission), signal) }
}

/** Returns the body of a webhook: type, timestamp, and data, as in Standard Webhooks. */
export function toWebhookBody(submission: Submission): string {
  return JSON.stringify({
    type: `${submission.kind}.received`,
    timestamp: submission.createdAt.toISOString(),
    data: toFields(submission),
  })
}

/** Returns the fields that were given, under the API's names. */
function toFields(submission: Submission): Record<string, unknown> {
  const { id, ein, message, email, feedbackType, recoverySessionId, metadata, keyId } = submission
  const isQuestion = submission.kind === 'question'
  return knownFields({
    [isQuestion ? 'RequestID' : 'FeedbackID']: id,
    EIN: ein,
    [isQuestion ? 'Question' : 'Message']: message,
    Email: email,
    FeedbackType: feedbackType,
    RecoverySessionID: recoverySessionId,
    Metadata: metadata,
    KeyID: keyId,
  })
}

/** Returns a plain text message. Its subject contains nothing that the sender wrote. */
export function toMail(submission: Submission): Mail {
  const { id, kind, ein, email } = submission
  const about = ein === null ? '' : ` about EIN ${ein}`
  return {
    id,
    subject: `${kind === 'question' ? 'Question' : 'Feedback'}${about} (${id})`,
    text: describe(submission),
    ...(email !== null && { replyTo: email }),
  }
}

function describe(submission: Submission): string {
  const { Question, Message, Metadata, ...others } = toFields(submission)
  // One line each, so that submitted text cannot look like one of these lines.
  const lines = Object.entries(others).map(
    ([name, value]) => `${name}: ${`${value}`.replace(/[\s\p{Cc}]+/gu, ' ')}`,
  )
  return [
    `Received ${submission.createdAt.toISOString()}`,
    ...lines,
    '',
    ...quote(`${Question ?? Message}`),
    ...(Metadata === undefined
      ? []
      : ['', 'Metadata:', ...quote(JSON.stringify(Metadata, null, 2))]),
    '',
  ].join('\n')
}

// Quotes submitted text line by line. Some programs also break lines at the rarer separators.
const quote = (text: string): string[] =>
  text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => `> ${line}`)
