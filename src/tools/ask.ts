import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asOwnRequest } from '../access/own-requests.ts'
import { errorOf, presentError } from '../api/shared/error-handler.ts'
import { isByCredential } from '../api/shared/surface.ts'
import { openSemaphore } from '../limits/semaphore.ts'
import { ApiError, type ErrorCode } from '../platform/errors.ts'
import type { Line } from './line.ts'
import { writeResult } from './template.ts'
import { toUrl } from './to-url.ts'
import { type Given, operationOf, type Tool, type ToolOperation } from './tool.ts'

/** The caller: the parts of its request that operations see. */
type Caller = { remoteAddress: string; headers: Record<string, string> }

/** A response of the API. */
export type Answer = {
  status: number
  body: unknown
  /** Present if the operation failed. */
  error?: ApiError
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
  // With a key, some paths return another form and cost more.
  const sent = isByCredential(url) ? withoutKey(headers) : headers
  // Node warns of a leak if one signal has more than ten listeners.
  const own = AbortSignal.any([signal])
  const response = await app.inject({ url, headers: sent, remoteAddress, signal: own })
  const error = errorOf(response.raw.req)
  const { ratelimit, 'ratelimit-policy': policy, 'retry-after': retryAfter } = response.headers
  const sentHeaders = Object.entries({ rateLimit: ratelimit, policy, retryAfter })
  return {
    status: response.statusCode,
    body: response.json(),
    ...(error && { error, errorCode: error.code }),
    headers: Object.fromEntries(
      sentHeaders.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  }
}

const withoutKey = ({ authorization: _, 'x-service-api-key': __, ...rest }: Caller['headers']) =>
  rest

/** Returns an error in the form of surface A. */
export const refusal = (error: ApiError): Answer => ({
  ...presentError(error, 'a'),
  ...{ error, errorCode: error.code },
  headers: {},
})

/** Sends a GET to the API in somebody's name. */
export type Ask = (url: string) => Promise<Answer>

/** The response to a call, its lines, and the fields that they show; no lines if it failed. */
type Called = { operation: ToolOperation; answer: Answer; lines: Line[]; shown: unknown }

/**
 * Calls a tool. Arguments that cannot be passed on cause an error in surface A's form, as any other
 * error of the API. `most` is the maximum of rows of each list.
 */
export async function callTool(tool: Tool, given: Given, ask: Ask, most?: number): Promise<Called> {
  const operation = operationOf(tool, given)
  try {
    const answer = await ask(toUrl(tool, given))
    const isFound = answer.status === 200
    return { operation, answer, ...writeResult(isFound ? operation.view : [], answer.body, most) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { operation, answer: refusal(error), lines: [], shown: {} }
  }
}

/**
 * Returns calls within a request that was already admitted and counted, such as a chat. Five at once use
 * about half of the store's ten connections, so even two hundred chats leave the rest to others.
 */
export function openOwnAsk(app: FastifyInstance): (signal: AbortSignal) => Ask {
  const slots = openSemaphore(5)
  const caller = { remoteAddress: '127.0.0.1', headers: {} }
  return (signal) => async (url) => {
    signal.throwIfAborted()
    const release = await slots.acquire(signal)
    try {
      return await asOwnRequest(() => ask(app, caller, url, signal))
    } finally {
      release()
    }
  }
}
