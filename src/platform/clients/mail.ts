import { createTransport } from 'nodemailer'
import { OperatorError } from '../errors.ts'
import { reasonOf, untilAborted } from './notify-limits.ts'

export type Mail = {
  /** Becomes the Message-ID, which is equal in each attempt, so that a mailbox can drop repeats. */
  id: string
  subject: string
  text: string
  replyTo?: string
}

type Mailer = {
  /** Resolves when the server has accepted it. Throws OperatorError without the server's text. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  close(): void
}

/** A running server greets within seconds, even if it looks up the client's name. */
const GREETING_MS = 10_000
/**
 * From the connection to the last reply. Servers that scan a message first may need a minute, and a
 * message given up after that arrives twice. RFC 5321, 4.5.3.2.6, allows ten minutes, which would
 * delay others.
 */
export const MAIL_MS = 120_000

/**
 * Sends plain text through a mail server, one connection per mail. A password is only sent over TLS,
 * unless the URL says `?requireTLS=false` or the server is on this machine.
 */
export function openMailer(given: { smtpUrl: string; from: string; to: string }): Mailer {
  const { smtpUrl, from, to } = given
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: MAIL_MS,
    // The URL's own parameters override this.
    requireTLS: needsTls(smtpUrl),
    // Messages contain only texts; nothing in them may make the library read a file or an address.
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

/** Returns true if an SMTP URL has a password that would leave this machine. */
export function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl)
  return password !== '' && !LOOPBACK.test(hostname)
}

async function translated(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    // Without a cause: the library's errors repeat the server's text, which may contain the
    // password.
    const { responseCode } = error as { responseCode?: unknown }
    if (isAway(error)) {
      throw new OperatorError(
        `The mail server in NOTIFY_SMTP_URL cannot be reached (${codeOf(error)}). Check that it is running and reachable from this machine, and check the NOTIFY settings.`,
      )
    }
    const answer = typeof responseCode === 'number' ? `, response ${responseCode}` : ''
    throw new OperatorError(
      `The mail server in NOTIFY_SMTP_URL did not accept the message (${reasonOf(error, MAIL_MS)}${answer}). Check its log and the NOTIFY settings.`,
    )
  }
}

// The library reports every failed connection as ESOCKET, with the system's code in a separate
// field.
const isAway = (error: unknown): boolean => {
  const { syscall } = error as { syscall?: unknown }
  return syscall === 'connect' || syscall === 'getaddrinfo'
}

function codeOf(error: unknown): string {
  const { originalCode } = error as { originalCode?: unknown }
  return typeof originalCode === 'string' ? originalCode : reasonOf(error, MAIL_MS)
}
