import { ApiError } from '../platform/errors.ts'

/** How many slots one client, and all clients together, may hold. */
export type SlotCounts = { ofOneClient: number; inAll: number }

/** How long the reader of a long response may pause, and how long the response may take. */
export type ReadTimeouts = { idleMs: number; longestMs: number }

/** Slots without a queue: when none is free, the request is rejected. */
type ClientSlots = {
  /** Returns how many slots are taken. */
  count(): number
  /**
   * Takes a slot for a client and returns a function that frees it; freeing it twice has no effect.
   * Throws ApiError RateLimited when the client, or all clients together, already hold the maximum.
   */
  take(client: string): () => void
  /**
   * Returns the result of `open`, which holds a slot until the caller calls `free`. If `open`
   * throws, the slot is freed. Throws what `take` and `open` throw.
   */
  hold<Opened>(client: string, open: (free: () => void) => Promise<Opened>): Promise<Opened>
}

/** What the slots are for, in the plural, and when a rejected client should retry. */
type Work = { what: string; retryAfterSeconds: number }

/** Returns a set of slots, all free. */
export function openClientSlots(
  { ofOneClient, inAll }: SlotCounts,
  { what, retryAfterSeconds }: Work,
): ClientSlots {
  // Contains only clients that have a slot, because there can be as many clients as addresses.
  const taken = new Map<string, number>()
  let count = 0
  const add = (client: string, difference: 1 | -1) => {
    count += difference
    const own = (taken.get(client) ?? 0) + difference
    if (own === 0) taken.delete(client)
    else taken.set(client, own)
  }
  const reject = (message: string) => new ApiError('RateLimited', { message, retryAfterSeconds })
  const take = (client: string) => {
    if ((taken.get(client) ?? 0) >= ofOneClient) {
      throw reject(`This client already has ${ofOneClient} ${what} running. Wait until one ends.`)
    }
    if (count >= inAll) {
      throw reject(`Too many ${what} are running. Try again in ${retryAfterSeconds} seconds.`)
    }
    add(client, 1)
    let isTaken = true
    return () => {
      if (isTaken) add(client, -1)
      isTaken = false
    }
  }
  return {
    count: () => count,
    take,
    async hold(client, open) {
      const free = take(client)
      try {
        return await open(free)
      } catch (error) {
        free()
        throw error
      }
    },
  }
}
