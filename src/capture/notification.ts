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
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`)
  return [
    `Received ${submission.createdAt.toISOString()}`,
    ...lines,
    '',
    // Quoted: what follows was written by whoever asked.
    ...`${Question ?? Message}`.split(/\r\n|\r|\n/).map((line) => `> ${line}`),
    ...(Metadata === undefined ? [] : ['', 'Metadata:', JSON.stringify(Metadata, null, 2)]),
    '',
  ].join('\n')
}
