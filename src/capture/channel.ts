import { openMailer } from '../clients/mail.ts'
import { openWebhook } from '../clients/webhook.ts'
import type { NotifyConfig } from '../config.ts'
import { toMail, toWebhookBody } from './notification.ts'
import type { Submission } from './submission.ts'

/** The way to whom the operator named. */
export type Channel = {
  /** Resolves when it was taken over; throws OperatorError with the reason when it was not. */
  send(submission: Submission, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The webhook or the mail server of the configuration. */
export function openChannel(notify: NotifyConfig): Channel {
  if (notify.kind === 'webhook') {
    const webhook = openWebhook(notify)
    return {
      send: (submission, signal) =>
        webhook.post({ id: submission.id, body: toWebhookBody(submission) }, signal),
      close: () => webhook.close(),
    }
  }
  const mailer = openMailer(notify)
  return {
    send: (submission, signal) => mailer.send(toMail(submission), signal),
    close: async () => mailer.close(),
  }
}
