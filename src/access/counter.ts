import { LRUCache } from 'lru-cache'
import type { Session } from '../platform/clients/postgres.ts'
import { ApiError } from '../platform/errors.ts'
import { EXHAUSTED, limitOf } from './allowances.ts'
import { askerOf } from './client.ts'
import type { ApiKey } from './keys.ts'
import { type Account, type Allowance, giveBack, takeOne } from './usage.ts'
import { secondsLeft, utcDay } from './utc-day.ts'

/** The requests used so far, or the error that replaces the response. */
export type Outcome = { used: number } | { refusal: unknown }

/** A request being counted. `outcome` never rejects. */
export type Count = { account: Account; limit: number; now: Date; outcome: Promise<Outcome> }

export type Counter = {
  /** Starts counting a request, or returns the error of a client known to be exhausted. */
  begin(asked: { key: ApiKey | null; ip: string; allowance: Allowance }): Count | Refused
  /** Undoes the count of a request that cost nothing. Throws ApiError StoreUnavailable. */
  giveBack(account: Account): Promise<void>
}
export type Refused = { account: Account; limit: number; now: Date; refusal: ApiError }

// A rejected client that repeats its request costs one query per second, not one per request.
const REMEMBERED_MS = 1_000
// About 100 bytes each. A client beyond these is looked up again.
const REMEMBERED = 10_000

/**
 * Returns a counter over the store that remembers exhausted clients for a second. Use only grows
 * within a day, apart from requests given back. At worst, the counter rejects one request too many
 * for a second; it never allows one too many.
 */
export function createCounter(db: Session, clock: () => Date): Counter {
  const refused = new LRUCache<string, true>({ max: REMEMBERED, ttl: REMEMBERED_MS })
  const nameOf = ({ day, allowance, client }: Account) => `${day} ${allowance} ${client}`
  return {
    begin({ key, ip, allowance }) {
      const now = clock()
      const client = askerOf({ apiKey: key, ip })
      const account = { day: utcDay(now), client, allowance }
      const limit = limitOf(key, allowance)
      const refusal = limit === 0 ? notIncluded(now) : exhausted(allowance, now)
      if (limit === 0 || refused.has(nameOf(account))) return { account, limit, now, refusal }
      const outcome = takeOne(db, account, limit).then(
        (used): Outcome => {
          if (used !== undefined) return { used }
          refused.set(nameOf(account), true)
          return { refusal }
        },
        (error: unknown): Outcome => ({ refusal: error }),
      )
      return { account, limit, now, outcome }
    },
    async giveBack(account) {
      await giveBack(db, account)
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
