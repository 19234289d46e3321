import { MAIL_MS, openMailer } from '../clients/mail.ts'
import { openWebhook, WEBHOOK_MS } from '../clients/webhook.ts'
import type { NotifyConfig } from '../config.ts'
import { toMail, toWebhookBody } from './notification.ts'
import type { Submission } from './submission.ts'

/** The way to whom the operator named. */
export type Channel = {
  /** Resolves when it was taken over; throws OperatorError with the reason when it was not. */
  send(submission: Submission, signal: AbortSignal): Promise<void>
  /** No attempt takes longer, milliseconds. */
  limitMs: number
  close(): Promise<void>
}

/** The webhook or the mail server of the configuration. */
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
