import { Stream } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import { openSemaphore, type Semaphore } from './semaphore.ts'

/**
 * How many requests of each pool run at once, how many may wait for a slot, and for how long. A
 * longer delay of the event loop rejects work.
 */
export type Admission = {
  slots: number
  queueLength: number
  longestMs: number
  maxDelayMs: number
}

export const ADMISSION: Admission = {
  // Of 24 requests, 16 share the ten connections to Postgres. On two cores, more searches at once add
  // no throughput.
  slots: 8,
  // Two busy cores finish about 200 requests a second, so more than this would time out in the
  // queue.
  queueLength: 100,
  // People perceive a response slower than one second as slow; the other half is for the work.
  longestMs: 500,
  // If the event loop lags by a second, responses are too late; reject instead of queueing.
  maxDelayMs: 1_000,
}

/**
 * The servers that a request waits for: Postgres (`store`), OpenSearch (`index`), or both. Each pool
 * has its own slots, so that requests that wait for a slow server do not block the others.
 */
const POOLS = ['store', 'index', 'both'] as const
export type Pool = (typeof POOLS)[number]
export type Slots = Record<Pool, Semaphore>

/** The slot of an admitted request. */
type HeldSlot = {
  free: () => void
  isWorking: boolean
  /** The response is written, or its stream has begun, or the client disconnected. */
  isOver: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    slot: HeldSlot | null
  }
}

type Routed = Pick<FastifyRequest, 'query'> & { routeOptions: { config: FastifyContextConfig } }

/** Returns whether a request does work for a client, which a busy service may postpone. */
export const isWork = ({ routeOptions, query }: Routed): boolean => {
  const { terms } = routeOptions.config
  return terms !== undefined && terms.slot !== 'none' && !terms.isFree?.(query)
}

/** Returns the rejection of a busy service, which uses up no allowance. */
export const busy = (): ApiError =>
  new ApiError('RateLimited', {
    message: 'The service is busy. Try again in a second.',
    retryAfterSeconds: 1,
  })

/**
 * Gives each request a slot of its route's pool, after a short wait if necessary, and rejects the
 * rest before anything is read or counted. Register it before credentials are checked. A slot is
 * freed once the handler has ended and its response is written or streaming. This also applies when
 * the client disconnects, because the handler's work continues. Returns the slots.
 */
export function admitRequests(app: FastifyInstance, admission: Partial<Admission> = {}): Slots {
  const limits = { ...ADMISSION, ...admission }
  const slots = Object.fromEntries(
    POOLS.map((pool) => [pool, openSemaphore(limits.slots)]),
  ) as Slots
  const poolOf = ({ terms }: FastifyContextConfig = {}): Semaphore | undefined =>
    slots[terms?.slot as Pool]
  app.decorateRequest('slot', null)
  app.addHook('onRequest', async (request, reply) => {
    const pool = poolOf(request.routeOptions.config)
    if (!pool || !isWork(request)) return
    const free = await acquire(pool, reply, limits)
    request.slot = { free, isWorking: false, isOver: false }
    reply.raw.once('close', () => end(request))
    if (reply.raw.destroyed) end(request)
  })
  app.addHook('onRoute', (route) => {
    if (!poolOf(route.config)) return
    const { handler } = route
    route.handler = async function work(request, reply) {
      const { slot } = request
      // The client disconnected, and the slot is already free.
      if (slot?.isOver) throw busy()
      if (slot) slot.isWorking = true
      try {
        return await handler.call(this, request, reply)
      } finally {
        if (slot) slot.isWorking = false
        freeIfDone(slot)
      }
    }
    // Before the route's own hooks: compression would turn every text into a stream.
    route.onSend = [noteWritten, ...[route.onSend ?? []].flat()]
  })
  return slots
}

/** Waits for a slot. Throws ApiError RateLimited when the queue is full or the wait is too long. */
async function acquire(
  slots: Semaphore,
  { raw }: FastifyReply,
  { queueLength, longestMs }: Admission,
): Promise<() => void> {
  if (slots.isFull() && slots.waiting() >= queueLength) throw busy()
  const stopWaiting = new AbortController()
  const abort = () => stopWaiting.abort()
  const timer = setTimeout(abort, longestMs)
  raw.once('close', abort)
  try {
    return await slots.acquire(stopWaiting.signal)
  } catch {
    throw busy()
  } finally {
    clearTimeout(timer)
    raw.off('close', abort)
  }
}

// A client that reads slowly, or reads a stream, holds memory but no slot: the operations that open
// streams limit those themselves.
async function noteWritten(
  request: FastifyRequest,
  _: unknown,
  payload: unknown,
): Promise<unknown> {
  // A handler that sends a stream has done its part; it ends when the stream is read.
  if (request.slot && payload instanceof Stream) request.slot.isWorking = false
  end(request)
  return payload
}

function end({ slot }: FastifyRequest): void {
  if (slot) slot.isOver = true
  freeIfDone(slot)
}

function freeIfDone(slot: HeldSlot | null): void {
  if (slot?.isOver && !slot.isWorking) slot.free()
}
