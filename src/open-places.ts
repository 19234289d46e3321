import { ApiError } from './errors.ts'

/** How many of one kind of work may be under way at once. */
export type Caps = { ofOneClient: number; inAll: number }

/** How long a reader of a long answer may take nothing, and how long it may take in all. */
export type Patience = { idleMs: number; longestMs: number }

/** Places that nobody waits for: who finds none is refused. */
export type Places = {
  /** How many are taken. */
  count(): number
  /**
   * Takes a place for a client, and returns what gives it back; calling that again does nothing.
   * Throws ApiError RateLimited where the client, or all clients together, have their most.
   */
  take(client: string): () => void
  /**
   * What `open` opens, in a place of its own: whoever opened it calls what it is given, `leave`, once
   * it is closed. An opening that fails gives the place back. Throws as `take` and `open` do.
   */
  hold<Opened>(client: string, open: (leave: () => void) => Promise<Opened>): Promise<Opened>
}

/** How a refusal names the work, as more than one, and when to come again. */
type Told = { what: string; retryAfterSeconds: number }

/** So many places, of one client and in all, none of them taken. */
export function openPlaces(
  { ofOneClient, inAll }: Caps,
  { what, retryAfterSeconds }: Told,
): Places {
  // Clients are as many as there are addresses: one that has no place is forgotten.
  const taken = new Map<string, number>()
  let count = 0
  const add = (client: string, difference: 1 | -1) => {
    count += difference
    const own = (taken.get(client) ?? 0) + difference
    if (own === 0) taken.delete(client)
    else taken.set(client, own)
  }
  const refuse = (message: string) => new ApiError('RateLimited', { message, retryAfterSeconds })
  const take = (client: string) => {
    if ((taken.get(client) ?? 0) >= ofOneClient) {
      throw refuse(`${ofOneClient} ${what} of this client are under way; wait until one has ended.`)
    }
    if (count >= inAll) {
      throw refuse(
        `Too many ${what} are under way at the moment; ask again in ${retryAfterSeconds} seconds.`,
      )
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
      const leave = take(client)
      try {
        return await open(leave)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
