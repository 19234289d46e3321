import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorCodeOf, presentError } from '../api/shared/error-handler.ts'
import { ApiError, type ErrorCode } from '../platform/errors.ts'
import type { OperationTool } from '../tools/tool.ts'
import { toUrl } from './to-url.ts'

/** The caller: the parts of its request that operations see. */
export type Caller = { remoteAddress: string; headers: Record<string, string> }

/** A response of the API. */
export type Answer = {
  status: number
  body: unknown
  /** Present if the operation failed. */
  errorCode?: ErrorCode
  /** Headers about allowances and waiting, as sent. */
  headers: { rateLimit?: string; policy?: string; retryAfter?: string }
}

// Operations need no other headers.
const PASSED_ON = /^(authorization|x-service-api-key|x-forwarded-for|x-agent-[a-z]+)$/

/**
 * Returns the caller of a request, with the request id so that the log connects the two. Undefined
 * if the connection is closed, because it then has no address.
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
 * Sends a GET to the API inside the process in the caller's name. An error of the API is a
 * response, too. Rejects if the service is closing.
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

/** Returns an error in the form of surface A. */
export const refusal = (error: ApiError): Answer => ({
  ...presentError(error, 'a'),
  errorCode: error.code,
  headers: {},
})

/**
 * Returns the operation's response to arguments; arguments that cannot be passed on cause an error
 * in surface A's form.
 */
export async function askFor(
  tool: OperationTool,
  given: Readonly<Record<string, unknown>>,
  ask: (url: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(toUrl(tool, given))
  } catch (error) {
    if (error instanceof ApiError) return refusal(error)
    throw error
  }
}
