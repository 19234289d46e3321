import { createTransport } from 'nodemailer'
import pTimeout from 'p-timeout'
import { Webhook } from 'standardwebhooks'
import { Agent, request } from 'undici'
import { OperatorError } from '../errors.ts'

/** The connection to a receiver. */
export type Sender<Message> = {
  /**
   * Resolves when the receiver has accepted it; otherwise throws OperatorError with the reason,
   * without secrets.
   */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** The longest an attempt can take, in milliseconds. */
  limitMs: number
  close(): Promise<void>
}

type WebhookMessage = {
  /** Equal in each attempt, so that a receiver can drop repeats. */
  id: string
  body: string
}

/** From the connection to the response; receivers take well below a second. */
const WEBHOOK_MS = 10_000
/** More than a receiver needs to confirm; the rest is not read. */
const MAX_ANSWER_BYTES = 16 * 1024
/** Per process and receiver; the queue keeps the rest. */
const MAX_CONNECTIONS = 8

/**
 * Posts JSON signed according to Standard Webhooks (https://www.standardwebhooks.com). The
 * operator's address may be private. Redirects are not followed, because they lead to addresses
 * that were not configured. A status of 200 to 299 accepts a message.
 */
export function openWebhook(given: { url: string; secret: string }): Sender<WebhookMessage> {
  const { url, secret } = given
  const signer = new Webhook(secret)
  const { target, authorization } = splitCredentials(url)
  const agent = new Agent({ connections: MAX_CONNECTIONS, connectTimeout: WEBHOOK_MS })
  return {
    async send({ id, body }, signal) {
      const sentAt = new Date()
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'nonprofit-research-service',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signer.sign(id, sentAt, body),
        ...(authorization !== undefined && { authorization }),
      }
      const status = await within(
        WEBHOOK_MS,
        signal,
        (limit) => postOnce(agent, target, { headers, body, signal: limit }),
        // Connection and TLS errors may contain the address, which is a secret.
        (reason) =>
          `The receiver at NOTIFY_WEBHOOK_URL cannot be reached (${reason}). Check that it is running and reachable from this machine.`,
      )
      if (status < 200 || status > 299) throw refusal(status)
    },
    limitMs: WEBHOOK_MS,
    close: () => agent.destroy(),
  }
}

type Post = { headers: Record<string, string>; body: string; signal: AbortSignal }

async function postOnce(dispatcher: Agent, url: string, post: Post): Promise<number> {
  const answer = await request(url, { method: 'POST', dispatcher, ...post })
  // The body does not matter, and an endless one must not block this process.
  answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: post.signal }).catch(() => undefined)
  return answer.statusCode
}

const refusal = (status: number): OperatorError =>
  new OperatorError(
    status >= 300 && status < 400
      ? `The receiver at NOTIFY_WEBHOOK_URL returned ${status}, a redirect. Redirects are not followed. Set NOTIFY_WEBHOOK_URL to the final address.`
      : `The receiver at NOTIFY_WEBHOOK_URL returned ${status}. Check its log.`,
  )

// User and password in the URL are sent as Basic authorization, as browsers and curl do.
function splitCredentials(text: string): { target: string; authorization?: string } {
  const url = new URL(text)
  const { username, password } = url
  if (username === '' && password === '') return { target: url.href }
  url.username = ''
  url.password = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { target: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

export type Mail = {
  /** Becomes the Message-ID, which is equal in each attempt, so that a mailbox can drop repeats. */
  id: string
  subject: string
  text: string
  replyTo?: string
}

/** A running server greets within seconds, even if it looks up the client's name. */
const GREETING_MS = 10_000
/**
 * From the connection to the last reply. Servers that scan a message first may need a minute, and a
 * message given up after that arrives twice. RFC 5321, 4.5.3.2.6, allows ten minutes, which would
 * delay others.
 */
const MAIL_MS = 120_000

/**
 * Sends plain text through a mail server, one connection per mail. A password is only sent over TLS,
 * unless the URL says `?requireTLS=false` or the server is on this machine.
 */
export function openMailer(given: { smtpUrl: string; from: string; to: string }): Sender<Mail> {
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
      await within(MAIL_MS, signal, () => transport.sendMail(message), describeMailFault)
    },
    limitMs: MAIL_MS,
    close: async () => transport.close(),
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Returns true if an SMTP URL has a password that would leave this machine. */
export function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl)
  return password !== '' && !LOOPBACK.test(hostname)
}

// The library's errors repeat the server's text, which may contain the password. It reports every
// failed connection as ESOCKET, with the system's code in a separate field.
function describeMailFault(reason: string, error: unknown): string {
  const { syscall, originalCode, responseCode } = error as Record<string, unknown>
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    const code = typeof originalCode === 'string' ? originalCode : reason
    return `The mail server in NOTIFY_SMTP_URL cannot be reached (${code}). Check that it is running and reachable from this machine, and check the NOTIFY settings.`
  }
  const answer = typeof responseCode === 'number' ? `, response ${responseCode}` : ''
  return `The mail server in NOTIFY_SMTP_URL did not accept the message (${reason}${answer}). Check its log and the NOTIFY settings.`
}

/**
 * Returns the result of `work`, which may take `limitMs`. Throws OperatorError with the sentence of
 * `describe` if it fails or the signal aborts, without a cause, because causes contain secrets.
 */
async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
  describe: (reason: string, error: unknown) => string,
): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  try {
    limit.throwIfAborted()
    return await pTimeout(work(limit), { milliseconds: Number.POSITIVE_INFINITY, signal: limit })
  } catch (error) {
    throw new OperatorError(describe(reasonOf(error, limitMs), error))
  }
}

/** Describes a failure in a few words without address, user, or password. */
function reasonOf(error: unknown, limitMs: number): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError') return `no response within ${limitMs / 1000} s`
  if (name === 'AbortError') return 'the service was stopped'
  return typeof code === 'string' ? code : 'no reason given'
}
