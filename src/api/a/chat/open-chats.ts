import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { openClientSlots, type SlotCounts } from '#src/limits/client-slots.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { StreamSummary } from '#src/platform/logging.ts'
import type { Chat } from './stream.ts'

/** The open chats of this process. */
export type OpenChats = {
  /** Returns how many slots are taken. */
  count(): number
  /**
   * Takes a slot and returns a function that frees it. Throws ApiError RateLimited if none is free,
   * AssistantUnavailable while the service stops.
   */
  take(client: string): () => void
  /** Watches a chat until `ended`. */
  watch(chat: Chat, ended: Promise<unknown>): void
  /** Stops all chats and waits until their last frames are read, up to a timeout. */
  close(): Promise<void>
}

// Half the time that the server's close allows all requests (server.ts).
const CLOSE_TIMEOUT_MS = 4_000
// Most answers take a few seconds.
const RETRY_AFTER_SECONDS = 5

/** Limits and tracks chats, per client and in total. */
export function countChats(counts: SlotCounts): OpenChats {
  const slots = openClientSlots(counts, { what: 'chats', retryAfterSeconds: RETRY_AFTER_SECONDS })
  const running = new Map<Chat, Promise<unknown>>()
  let isClosing = false
  return {
    count: slots.count,
    take(client) {
      if (isClosing) throw stopping()
      return slots.take(client)
    },
    watch(chat, ended) {
      running.set(chat, ended)
      void ended.then(() => running.delete(chat))
    },
    async close() {
      isClosing = true
      for (const chat of running.keys()) chat.stop(stopping())
      await pTimeout(Promise.all(running.values()), {
        milliseconds: CLOSE_TIMEOUT_MS,
        fallback: () => [],
      })
    },
  }
}

const stopping = () =>
  new ApiError('AssistantUnavailable', {
    message: 'The service is stopping. Ask again in a moment.',
  })

const OUTCOMES = ['completed', 'cancelled', 'failed'] as const satisfies StreamSummary['outcome'][]

/**
 * Shows open chats (`countOpen`) and ended ones by outcome on `/metrics`. Returns a function that
 * counts an ended chat. No label identifies the client.
 */
export function measureChats(
  app: FastifyInstance,
  countOpen: () => number,
): (outcome: StreamSummary['outcome']) => void {
  const { client } = app.metrics
  const registers = [client.register]
  new client.Gauge({
    name: 'assistant_chats_open',
    help: 'Number of open chats, including chats that are ending because the client disconnected.',
    registers,
    collect() {
      this.set(countOpen())
    },
  })
  const ended = new client.Counter({
    name: 'assistant_chats_total',
    help: 'Number of chats that ended, by outcome: completed, cancelled (the client disconnected), or failed.',
    labelNames: ['outcome'],
    registers,
  })
  // Each starts at 0, because a rate needs a first value.
  for (const outcome of OUTCOMES) ended.inc({ outcome }, 0)
  return (outcome) => ended.inc({ outcome })
}
