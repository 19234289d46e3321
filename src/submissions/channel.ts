import { MAIL_MS, openMailer } from '../platform/clients/mail.ts'
import { openWebhook, WEBHOOK_MS } from '../platform/clients/webhook.ts'
import type { NotifyConfig } from '../platform/config.ts'
import { toMail, toWebhookBody } from './notification.ts'
import type { Submission } from './submission.ts'

/** The connection to the receiver that the operator configured. */
export type Channel = {
  /** Resolves when the receiver has accepted it; otherwise throws OperatorError with the reason. */
  send(submission: Submission, signal: AbortSignal): Promise<void>
  /** The longest an attempt can take, in milliseconds. */
  limitMs: number
  close(): Promise<void>
}

/** Opens the configured webhook or mail server. */
export function openChannel(notify: NotifyConfig): Channel {
  if (notify.kind === 'webhook') {
    const webhook = openWebhook(notify)
    return {
      send: (submission, signal) =>
        webhook.post({ id: submission.id, body: toWebhookBody(submission) }, signal),
      limitMs: WEBHOOK_MS,
      close: () => webhook.close(),
    }
  }
  const mailer = openMailer(notify)
  return {
    send: (submission, signal) => mailer.send(toMail(submission), signal),
    limitMs: MAIL_MS,
    close: async () => mailer.close(),
  }
}
