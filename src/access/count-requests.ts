import { Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Count, Counter, Refused } from './counter.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** Sets status and headers of an error and returns its body, in the form of the surface asked. */
export type PrepareError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => string

type RunningCount = Count & {
  /** Names of the headers that are not the handler's. */
  headersBefore: Set<string>
  isSettling: boolean
  isGivenBack: boolean
}
type Answer = { request: FastifyRequest; reply: FastifyReply; payload: unknown }

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that is counted. */
    count: RunningCount | null
    /** Milliseconds its answer, being ready, waited for the count. */
    auditMs: number
  }
}

/**
 * Counts the requests of operations that cost something (decisions part 3). The count begins once
 * the request is found valid and runs beside the handler; whatever that sends, a stream too, waits
 * for it, and a refusal or a store that is away takes its place.
 */
export function countRequests(
  app: FastifyInstance,
  counter: Counter,
  prepareError: PrepareError,
): void {
  app.addHook('preHandler', async (request, reply) => {
    const { terms } = request.routeOptions.config
    if (!terms || terms.costs === 'nothing' || terms.isFree?.(request.query)) return
    const { costs, countsFirst } = terms
    const begun = counter.begin({ key: request.apiKey, ip: request.ip, allowance: costs })
    if ('refusal' in begun) throw withHeaders(begun, begun.refusal, reply)
    const headersBefore = new Set(namesOf(reply))
    request.count = { ...begun, headersBefore, isSettling: false, isGivenBack: false }
    if (!countsFirst) return
    const outcome = await begun.outcome
    if (!('refusal' in outcome)) return
    request.count = null
    throw withHeaders(begun, outcome.refusal, reply)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { count } = request
    if (!count) return payload
    // A handler that comes to its time limit while its answer waits here has two: the first is on
    // its way, and a second would break the connection.
    if (count.isSettling) return await new Promise<never>(() => discard(payload))
    count.isSettling = true
    const settled = await settle(count, { request, reply, payload }, counter, prepareError)
    count.isSettling = false
    return settled
  })
}

async function settle(
  count: RunningCount,
  { request, reply, payload }: Answer,
  counter: Counter,
  prepareError: PrepareError,
): Promise<unknown> {
  const ready = performance.now()
  const outcome = await count.outcome
  request.auditMs += performance.now() - ready
  const isFree = costsNothing(reply.statusCode)
  if ('refusal' in outcome) {
    // Who has nothing left is told so, whatever else is wrong; a store that is away matters only
    // where something is to be counted.
    if (isFree && !isExhausted(outcome.refusal)) return payload
    discard(payload)
    for (const name of namesOf(reply)) {
      if (!count.headersBefore.has(name)) reply.removeHeader(name)
    }
    return prepareError(withHeaders(count, outcome.refusal, reply), request, reply)
  }
  if (isFree) await undo(count, counter, request, reply)
  else reply.headers(rateLimitHeaders(count.account.allowance, { ...count, used: outcome.used }))
  return payload
}

/** Gives back what was taken, once; not for a client that left, for whom the work was done. */
async function undo(
  count: RunningCount,
  counter: Counter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.removeHeader('RateLimit').removeHeader('RateLimit-Policy')
  if (count.isGivenBack || reply.raw.destroyed) return
  count.isGivenBack = true
  try {
    await counter.giveBack(count.account)
  } catch (error) {
    request.log.warn({ err: error }, 'a request that costs nothing stays counted')
  }
}

/** 2xx, 304 and 404 cost one, all else nothing (decisions part 3). */
const costsNothing = (status: number): boolean => status >= 400 && status !== 404

const namesOf = (reply: FastifyReply): string[] => Object.keys(reply.getHeaders())

const isExhausted = (refusal: unknown): boolean =>
  refusal instanceof ApiError && refusal.status === 429

/** A stream that nobody will read lets go of what it holds. */
function discard(payload: unknown): void {
  if (payload instanceof Stream.Readable) payload.destroy()
}

/** The refusal, its headers set where it is one of the allowance. */
function withHeaders(
  { account: { allowance }, limit, now }: Count | Refused,
  refusal: unknown,
  reply: FastifyReply,
): unknown {
  if (isExhausted(refusal)) {
    reply.headers(rateLimitHeaders(allowance, { limit, used: limit, now }))
  }
  return refusal
}
