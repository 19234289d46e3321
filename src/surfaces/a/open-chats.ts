import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import { type Caps, openPlaces } from '../../open-places.ts'
import type { Chat } from './chat-stream.ts'

/** The chats under way in this process. */
export type OpenChats = {
  /** How many places are taken. */
  count(): number
  /**
   * Takes a place, and returns what gives it back. Throws ApiError RateLimited where there is
   * none (`openPlaces`), AssistantUnavailable once the service is stopping.
   */
  take(client: string): () => void
  /** Watches a chat until `ended`. */
  watch(chat: Chat, ended: Promise<unknown>): void
  /** Stops all chats, and waits for a while until their last frames are read. */
  close(): Promise<void>
}

// Half of what a server's close allows all requests (server.ts): a reader who takes longer for two
// frames does not read.
const CLOSE_PATIENCE_MS = 4_000
// A usual answer takes some seconds.
const RETRY_AFTER_SECONDS = 5

/** Keeps count of chats, by client and in all. */
export function countChats(caps: Caps): OpenChats {
  const places = openPlaces(caps, { what: 'chats', retryAfterSeconds: RETRY_AFTER_SECONDS })
  const running = new Map<Chat, Promise<unknown>>()
  let isClosing = false
  return {
    count: places.count,
    take(client) {
      if (isClosing) throw stopping()
      return places.take(client)
    },
    watch(chat, ended) {
      running.set(chat, ended)
      void ended.then(() => running.delete(chat))
    },
    async close() {
      isClosing = true
      for (const chat of running.keys()) chat.stop(stopping())
      await settledWithin(CLOSE_PATIENCE_MS, [...running.values()])
    },
  }
}

async function settledWithin(milliseconds: number, all: Promise<unknown>[]): Promise<void> {
  const enough = new AbortController()
  const patience = sleep(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined)
  await Promise.race([Promise.all(all), patience])
  enough.abort()
}

const stopping = () =>
  new ApiError('AssistantUnavailable', {
    message: 'The service is stopping; ask again in a moment.',
  })
