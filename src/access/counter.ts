import { LRUCache } from 'lru-cache'
import type { Session } from '../clients/postgres.ts'
import { ApiError } from '../errors.ts'
import { type Allowance, EXHAUSTED, limitOf } from './allowances.ts'
import { askerOf } from './client.ts'
import type { ApiKey } from './keys.ts'
import { type Account, giveBack, takeOne } from './usage.ts'
import { secondsLeft, utcDay } from './utc-day.ts'

/** What became of a count: how many are used with it, or why the request is not answered. */
export type Outcome = { used: number } | { refusal: unknown }

/** One request on its way to being counted. It never rejects. */
export type Count = { account: Account; limit: number; now: Date; outcome: Promise<Outcome> }

export type Counter = {
  /** Begins to count one request; returns the refusal of a client that is known to have no more. */
  begin(asked: { key: ApiKey | null; ip: string; allowance: Allowance }): Count | Refused
  /** Undoes a count whose request turned out to cost nothing. Throws ApiError StoreUnavailable. */
  giveBack(account: Account): Promise<void>
}
export type Refused = { account: Account; limit: number; now: Date; refusal: ApiError }

/** A refused client costs a store's and an engine's read once in so long, not once a request. */
const REMEMBERED_MS = 1_000
/** Of 100 bytes each; the one forgotten beyond that is asked of the store again. */
const REMEMBERED = 10_000

/**
 * Counts requests in the store. Who was refused is remembered for a second in this process: within a
 * day use only grows but for what is given back, so that the memory refuses one too many at worst,
 * for a second, and never lets one too many through.
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

/** Of a key whose own limit is 0; without Advanced operations it is refused before (plugin.ts). */
const notIncluded = (now: Date): ApiError =>
  new ApiError('DataAllowanceExhausted', {
    message: 'This key has no data reads; ask those who gave it for one that has.',
    // Nothing changes then, but a client that repeats by itself does so rarely.
    retryAfterSeconds: secondsLeft(now),
  })

const exhausted = (allowance: Allowance, now: Date): ApiError =>
  new ApiError(EXHAUSTED[allowance], { retryAfterSeconds: secondsLeft(now) })
