import { Stream } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Session } from '../platform/clients/postgres.ts'
import { ApiError } from '../platform/errors.ts'
import { EXHAUSTED, isUnlimited, limitOf } from './allowances.ts'
import { askerOf } from './client.ts'
import type { ApiKey } from './keys.ts'
import { isOwnRequest } from './own-requests.ts'
import { type Account, type Allowance, giveBack, secondsLeft, takeOne, utcDay } from './usage.ts'

/**
 * The requests used so far, or the error that replaces the response. `isHeld`: they were counted here,
 * because the store is away.
 */
type Outcome = { used: number; isHeld?: true } | { refusal: unknown }

/** A request being counted. `outcome` never rejects. */
type Count = {
  account: Account
  units: number
  limit: number
  now: Date
  outcome: Promise<Outcome>
}

type Counter = {
  /** Starts counting a request, or returns the error of a client known to be exhausted. */
  begin(asked: Asking): Count | Refused
  /** Undoes the count of a request that cost nothing. Throws ApiError StoreUnavailable. */
  giveBack(count: Pick<Count, 'account' | 'units'>): Promise<void>
}
type Asking = { key: ApiKey | null; ip: string; allowance: Allowance; units: number }
type Refused = { account: Account; limit: number; now: Date; refusal: ApiError }

// A rejected client that repeats its request costs one query per second, not one per request.
const REMEMBERED_MS = 1_000
// About 100 bytes each. A client beyond these is looked up again.
const REMEMBERED = 10_000

/**
 * Returns a counter over the store that remembers exhausted clients for a second. Use only grows
 * within a day, apart from requests given back. At worst, the counter rejects one request too many
 * for a second; it never allows one too many while the store responds.
 *
 * While the store is away, clients without a key may use their allowance once more in each process, so
 * that searches, which need only the index, continue.
 */
export function createCounter(db: Session, clock: () => Date): Counter {
  const refused = new LRUCache<string, true>({ max: REMEMBERED, ttl: REMEMBERED_MS })
  const held = new LRUCache<string, number>({ max: REMEMBERED })
  const hold = (name: string, limit: number, units: number): Outcome | undefined => {
    const used = (held.get(name) ?? 0) + units
    if (!isUnlimited(limit) && used > limit) return undefined
    held.set(name, used)
    return { used, isHeld: true }
  }
  const nameOf = ({ day, allowance, client }: Account) => `${day} ${allowance} ${client}`
  return {
    begin({ key, ip, allowance, units }) {
      const now = clock()
      const client = askerOf({ apiKey: key, ip })
      const account = { day: utcDay(now), client, allowance }
      const limit = limitOf(key, allowance)
      const refusal = limit === 0 ? notIncluded(now) : exhausted(allowance, now)
      if (limit === 0 || refused.has(nameOf(account))) return { account, limit, now, refusal }
      const outcome = takeOne(db, account, limit, units).then(
        (used): Outcome => {
          if (used !== undefined) return { used }
          // Fewer may be left.
          if (units === 1) refused.set(nameOf(account), true)
          return { refusal }
        },
        (error: unknown): Outcome => {
          const isAway = error instanceof ApiError && error.code === 'StoreUnavailable'
          if (!isAway || key !== null) return { refusal: error }
          return hold(nameOf(account), limit, units) ?? { refusal }
        },
      )
      return { account, units, limit, now, outcome }
    },
    async giveBack({ account, units }) {
      await giveBack(db, account, units)
      refused.delete(nameOf(account))
    },
  }
}

// The error for a key whose own data limit is 0. Advanced operations are checked in plugin.ts.
const notIncluded = (now: Date): ApiError =>
  new ApiError('DataAllowanceExhausted', {
    message:
      'This key does not include data reads. Ask the operators of this service for a key that includes them.',
    // The limit will not have changed by then, but automatic retries become rare.
    retryAfterSeconds: secondsLeft(now),
  })

const exhausted = (allowance: Allowance, now: Date): ApiError =>
  new ApiError(EXHAUSTED[allowance], { retryAfterSeconds: secondsLeft(now) })

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
    if (!terms || terms.costs === 'nothing' || isOwnRequest()) return
    if (terms.isFree?.(request.query)) return
    const { costs, countsFirst } = terms
    const { apiKey: key, ip } = request
    const allowance = key && costs === 'Pages' ? 'Data' : costs
    const units = terms.units?.(request) ?? 1
    const begun = counter.begin({ key, ip, allowance, units })
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
  if (isFree && outcome.isHeld) return payload
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
    await counter.giveBack(count)
  } catch (error) {
    request.log.warn({ err: error }, 'could not refund a request that costs nothing')
  }
}

/** 2xx, 304, and 404 cost their units; everything else is free. */
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
  const name = `"${allowance.toLowerCase()}"`
  return {
    'RateLimit-Policy': `${name};q=${limit};w=${DAY_SECONDS}`,
    RateLimit: `${name};r=${Math.max(0, limit - used)};t=${secondsLeft(now)}`,
  }
}
