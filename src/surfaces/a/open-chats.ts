import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import type { Chat } from './chat-stream.ts'

/** How many chats may be under way at once. */
export type ChatCaps = { ofOneClient: number; inAll: number }

/** The chats under way in this process. */
export type OpenChats = {
  /** How many places are taken. */
  count(): number
  /**
   * Takes a place, and returns what gives it back. Throws ApiError RateLimited where there is
   * none, AssistantUnavailable once the service is stopping.
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
export function countChats(caps: ChatCaps): OpenChats {
  const taken = new Map<string, number>()
  const running = new Map<Chat, Promise<unknown>>()
  let inAll = 0
  let isClosing = false
  const add = (client: string, difference: 1 | -1) => {
    inAll += difference
    const ofClient = (taken.get(client) ?? 0) + difference
    if (ofClient === 0) taken.delete(client)
    else taken.set(client, ofClient)
  }
  return {
    count: () => inAll,
    take(client) {
      if (isClosing) throw stopping()
      if ((taken.get(client) ?? 0) >= caps.ofOneClient) throw tooManyOfClient(caps.ofOneClient)
      if (inAll >= caps.inAll) throw tooManyInAll()
      add(client, 1)
      return () => add(client, -1)
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

const tooManyOfClient = (most: number) =>
  new ApiError('RateLimited', {
    message: `${most} chats of this client are under way; wait until one has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const tooManyInAll = () =>
  new ApiError('RateLimited', {
    message: 'Too many chats are under way at the moment; ask again shortly.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
