import { Webhook } from 'standardwebhooks'
import { Agent, request } from 'undici'
import { OperatorError } from '../errors.ts'
import { reasonOf, untilAborted } from './notify-limits.ts'

type WebhookMessage = {
  /** Equal in each attempt, so that a receiver can drop repeats. */
  id: string
  body: string
}

type WebhookSender = {
  /** Resolves on a status of 200 to 299; otherwise throws OperatorError without the URL. */
  post(message: WebhookMessage, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** From the connection to the response; receivers take well below a second. */
export const WEBHOOK_MS = 10_000
/** More than a receiver needs to confirm; the rest is not read. */
const MAX_ANSWER_BYTES = 16 * 1024
/** Per process and receiver; the queue keeps the rest. */
const MAX_CONNECTIONS = 8

/**
 * Posts JSON signed according to Standard Webhooks (https://www.standardwebhooks.com). The
 * operator's address may be private. Redirects are not followed, because they lead to addresses
 * that were not configured.
 */
export function openWebhook({ url, secret }: { url: string; secret: string }): WebhookSender {
  const signer = new Webhook(secret)
  const { target, authorization } = splitCredentials(url)
  const agent = new Agent({ connections: MAX_CONNECTIONS, connectTimeout: WEBHOOK_MS })
  return {
    async post({ id, body }, signal) {
      const sentAt = new Date()
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'nonprofit-research-service',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signer.sign(id, sentAt, body),
        ...(authorization !== undefined && { authorization }),
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK_MS)])
      const status = await translated(
        untilAborted(limit, () => postOnce(agent, target, { headers, body, signal: limit })),
      )
      if (status < 200 || status > 299) throw refusal(status)
    },
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

async function translated(answer: Promise<number>): Promise<number> {
  try {
    return await answer
  } catch (error) {
    // Without a cause: connection and TLS errors may contain the address, which is a secret.
    throw new OperatorError(
      `The receiver at NOTIFY_WEBHOOK_URL cannot be reached (${reasonOf(error, WEBHOOK_MS)}). Check that it is running and reachable from this machine.`,
    )
  }
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
