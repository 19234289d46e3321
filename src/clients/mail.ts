import { createTransport } from 'nodemailer'
import { OperatorError } from '../errors.ts'
import { ATTEMPT_MS, reasonOf, untilAborted } from './notify-limits.ts'

export type Mail = {
  /** Becomes the Message-ID, the same for each try, so that a mailbox can drop repeats. */
  id: string
  subject: string
  text: string
  replyTo?: string
}

export type Mailer = {
  /** Resolves when the server has taken it; throws OperatorError without what the server said. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  close(): void
}

/** Sends plain text through a mail server, a connection for each mail. */
export function openMailer(given: { smtpUrl: string; from: string; to: string }): Mailer {
  const { smtpUrl, from, to } = given
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: ATTEMPT_MS,
    greetingTimeout: ATTEMPT_MS,
    socketTimeout: ATTEMPT_MS,
    // A mail is made of texts alone; nothing in one may have a file or an address read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    async send({ id, subject, text, replyTo }, signal) {
      const message = {
        messageId: `<${id}@${domain}>`,
        from: { name: '', address: from },
        to: { name: '', address: to },
        subject,
        text,
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)])
      await translated(untilAborted(limit, () => transport.sendMail(message)))
    },
    close: () => transport.close(),
  }
}

async function translated(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    // No cause: the library's errors repeat what the server said, which may repeat the password.
    const { responseCode } = error as { responseCode?: unknown }
    const answer = typeof responseCode === 'number' ? `, it answered ${responseCode}` : ''
    throw new OperatorError(
      `The mail server of NOTIFY_SMTP_URL took no mail (${reasonOf(error)}${answer}); see its log and the NOTIFY settings.`,
    )
  }
}
