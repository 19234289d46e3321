import type { Mail } from '../clients/mail.ts'
import type { Submission } from './submission.ts'

/**
 * A submission as a webhook's body: type, time and data, as Standard Webhooks lays them out. What
 * was not given is left out.
 */
export function toWebhookBody(submission: Submission): string {
  return JSON.stringify({
    type: `${submission.kind}.received`,
    timestamp: submission.createdAt.toISOString(),
    data: toFields(submission),
  })
}

/** A submission under the names of the interface (part 2.1); what was not given is left out. */
export function toFields(submission: Submission): Record<string, unknown> {
  const { id, ein, message, email, feedbackType, recoverySessionId, metadata, keyId } = submission
  const isQuestion = submission.kind === 'question'
  const fields = {
    [isQuestion ? 'RequestID' : 'FeedbackID']: id,
    EIN: ein,
    [isQuestion ? 'Question' : 'Message']: message,
    Email: email,
    FeedbackType: feedbackType,
    RecoverySessionID: recoverySessionId,
    Metadata: metadata,
    KeyID: keyId,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/**
 * A submission as a mail of plain text. The subject holds nothing that somebody wrote: it is the
 * one header people read, and what stands there must be ours.
 */
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
  // On one line each: a line of ours begins with what nobody but us writes there.
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

// What was written by whoever asked, line by line; some programs break lines at rarer signs, too.
const quote = (text: string): string[] =>
  text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => `> ${line}`)
