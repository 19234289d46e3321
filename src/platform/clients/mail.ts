import { createTransport } from 'nodemailer'
import { OperatorError } from '../errors.ts'
import { reasonOf, untilAborted } from './notify-limits.ts'

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

/** A server that is there greets within seconds, also when it looks up who connects. */
const GREETING_MS = 10_000
/**
 * From the connection to the last answer. Servers that look through a mail before they take it may
 * need a minute, and one that is given up then comes a second time. RFC 5321 part 4.5.3.2.6 allows
 * ten, for which a server that hangs would keep all others waiting.
 */
export const MAIL_MS = 120_000

/**
 * Sends plain text through a mail server, a connection for each mail. A password is sent through
 * TLS alone, unless the URL says `?requireTLS=false` or the server is on this machine.
 */
export function openMailer(given: { smtpUrl: string; from: string; to: string }): Mailer {
  const { smtpUrl, from, to } = given
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: MAIL_MS,
    // The library puts what the URL says over this.
    requireTLS: needsTls(smtpUrl),
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
      const limit = AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS)])
      await translated(untilAborted(limit, () => transport.sendMail(message)))
    },
    close: () => transport.close(),
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an SMTP URL holds a password that would leave this machine. */
export function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl)
  return password !== '' && !LOOPBACK.test(hostname)
}

async function translated(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    // No cause: the library's errors repeat what the server said, which may repeat the password.
    const { responseCode } = error as { responseCode?: unknown }
    if (isAway(error)) {
      throw new OperatorError(
        `Nothing answers at the place NOTIFY_SMTP_URL names (${codeOf(error)}); see that the mail server is up and may be reached from here, and the NOTIFY settings.`,
      )
    }
    const answer = typeof responseCode === 'number' ? `, it answered ${responseCode}` : ''
    throw new OperatorError(
      `The mail server of NOTIFY_SMTP_URL took no mail (${reasonOf(error, MAIL_MS)}${answer}); see its log and the NOTIFY settings.`,
    )
  }
}

// The library calls every failure of a connection ESOCKET; the system's own words are beside it.
const isAway = (error: unknown): boolean => {
  const { syscall } = error as { syscall?: unknown }
  return syscall === 'connect' || syscall === 'getaddrinfo'
}

function codeOf(error: unknown): string {
  const { originalCode } = error as { originalCode?: unknown }
  return typeof originalCode === 'string' ? originalCode : reasonOf(error, MAIL_MS)
}
