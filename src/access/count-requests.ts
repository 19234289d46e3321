import { Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import { isUnlimited } from './allowances.ts'
import type { Count, Counter, Refused } from './counter.ts'
import type { Allowance } from './usage.ts'
import { secondsLeft } from './utc-day.ts'

/** Sets the status and headers of an error and returns its body in the form of the surface. */
export type PrepareError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => string

type RunningCount = Count & {
  /** Names of the headers that were set before the handler ran. */
  headersBefore: Set<string>
  isSettling: boolean
  isGivenBack: boolean
}
type Answer = { request: FastifyRequest; reply: FastifyReply; payload: unknown }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a counted request. */
    count: RunningCount | null
    /** Milliseconds the finished response waited for the count. */
    auditMs: number
  }
}

/**
 * Counts requests of operations that have a cost. The count starts once the request is valid and
 * runs beside the handler. The response, streams included, waits for it; a rejection, or the error
 * of a store that cannot count, replaces the response.
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
    const { apiKey: key, ip } = request
    const allowance = key && costs === 'Pages' ? 'Data' : costs
    const begun = counter.begin({ key, ip, allowance })
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
    // A handler that times out while its response waits here sends a second one, which would break
    // the connection.
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
    // An exhausted allowance is reported before any other error. A store that cannot count matters
    // only if the response costs something.
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

/**
 * Gives the request back, once. A client that disconnected still pays, because the work was done.
 */
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
    request.log.warn({ err: error }, 'could not refund a request that costs nothing')
  }
}

/** 2xx, 304, and 404 cost one request; everything else is free. */
const costsNothing = (status: number): boolean => status >= 400 && status !== 404

const namesOf = (reply: FastifyReply): string[] => Object.keys(reply.getHeaders())

const isExhausted = (refusal: unknown): boolean =>
  refusal instanceof ApiError && refusal.status === 429

/** Frees the resources of a stream that no client will read. */
function discard(payload: unknown): void {
  if (payload instanceof Stream.Readable) payload.destroy()
}

/** Returns the rejection, and sets rate limit headers if the allowance caused it. */
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

const NAMES: Record<Allowance, string> = {
  Data: '"data"',
  Advanced: '"advanced"',
  Pages: '"pages"',
}
const DAY_SECONDS = 86_400

/**
 * Returns the headers of draft-ietf-httpapi-ratelimit-headers: the quota and its window in seconds,
 * then what remains and the seconds until it resets. Returns none for an unlimited allowance.
 */
export function rateLimitHeaders(
  allowance: Allowance,
  { limit, used, now }: { limit: number; used: number; now: Date },
): Record<string, string> {
  if (isUnlimited(limit)) return {}
  const name = NAMES[allowance]
  return {
    'RateLimit-Policy': `${name};q=${limit};w=${DAY_SECONDS}`,
    RateLimit: `${name};r=${Math.max(0, limit - used)};t=${secondsLeft(now)}`,
  }
}
