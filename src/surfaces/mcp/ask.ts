import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiError, ErrorCode } from '../../errors.ts'
import { presentError } from '../error-body.ts'
import { errorCodeOf } from '../error-handler.ts'

/** Who calls: what of its request goes on to the operations it asks for. */
export type Caller = { remoteAddress: string; headers: Record<string, string> }

/** What the surface answered. */
export type Answer = {
  status: number
  body: unknown
  /** Of a refusal. */
  errorCode?: ErrorCode
  /** As they were sent, of those that tell of allowances and waiting. */
  headers: { rateLimit?: string; policy?: string; retryAfter?: string }
}

// Nothing else is of use to an operation: not what the message itself is written in, nor an Origin.
const PASSED_ON = /^(authorization|x-service-api-key|x-forwarded-for|x-agent-[a-z]+)$/

/**
 * The caller of a request, its id among what goes on, so that the log joins them. Undefined once its
 * connection is cut: it then has no address, for which the framework would put its own.
 */
export function callerOf({ raw, headers, id }: FastifyRequest): Caller | undefined {
  const { remoteAddress } = raw.socket
  if (remoteAddress === undefined) return undefined
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    PASSED_ON.test(name) && value !== undefined ? [[name, String(value)]] : [],
  )
  return {
    remoteAddress,
    headers: { ...Object.fromEntries(passed), 'x-request-id': id },
  }
}

/**
 * Asks a surface inside the process, as the caller itself would: validation, key rules, counts and
 * answers are its own. A refusal is an answer, too; rejects where the service is closing.
 */
export async function ask(
  app: FastifyInstance,
  { remoteAddress, headers }: Caller,
  url: string,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await app.inject({ url, headers, remoteAddress, signal })
  const errorCode = errorCodeOf(response.raw.req)
  const { ratelimit, 'ratelimit-policy': policy, 'retry-after': retryAfter } = response.headers
  return {
    status: response.statusCode,
    body: response.json(),
    ...(errorCode && { errorCode }),
    headers: {
      ...(ratelimit !== undefined && { rateLimit: String(ratelimit) }),
      ...(policy !== undefined && { policy: String(policy) }),
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    },
  }
}

/** An error of ours in the form in which surface A answers its own. */
export const refusal = (error: ApiError): Answer => ({
  ...presentError(error, 'a'),
  errorCode: error.code,
  headers: {},
})
