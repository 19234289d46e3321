import { Stream } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { openSemaphore, type Semaphore } from '../semaphore.ts'

/** How many requests are worked on at once, how many wait for that, and how long. */
export type Admission = { atOnce: number; inLine: number; longestMs: number }

export const ADMISSION: Admission = {
  // Ten connections of the store's pool, some searches in the engine, and one that is presented.
  atOnce: 16,
  // More would not get in in time at two hundred answers a second, as many as two busy cores give.
  inLine: 100,
  // Whoever waits longer than a second takes a service for slow; half of that is for the work.
  longestMs: 500,
}

/** What is known of a request that was let in. */
type Stay = {
  leave: () => void
  isWorking: boolean
  /** Its answer is made, or as a stream begun; or it is gone. */
  isOver: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    stay: Stay | null
  }
}

/** Whether a route works for a client; what a busy service puts off. */
export const isWork = ({ terms }: FastifyContextConfig): boolean =>
  terms !== undefined && terms.place !== 'none'

/** The refusal of a service that has more to do than it can; it costs no allowance. */
export const busy = (): ApiError =>
  new ApiError('RateLimited', {
    message: 'The service is busy at the moment; try again in a second.',
    retryAfterSeconds: 1,
  })

const needsPlace = ({ terms }: FastifyContextConfig = {}): boolean => terms?.place === 'shared'

/**
 * Lets in so many requests at once and others after a short wait; refuses the rest before anything
 * is read or counted, so it is added before what looks at credentials. A place is given back once
 * the handler has ended and its answer is made, or begun as a stream: also that of a client who left,
 * whose work goes on.
 */
export function admitRequests(app: FastifyInstance, admission: Partial<Admission> = {}): void {
  const limits = { ...ADMISSION, ...admission }
  const places = openSemaphore(limits.atOnce)
  app.decorateRequest('stay', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!needsPlace(request.routeOptions.config)) return
    const leave = await enter(places, reply, limits)
    request.stay = { leave, isWorking: false, isOver: false }
    reply.raw.once('close', () => end(request))
    if (reply.raw.destroyed) end(request)
  })
  app.addHook('onRoute', (route) => {
    if (!needsPlace(route.config)) return
    const { handler } = route
    route.handler = async function work(request, reply) {
      const { stay } = request
      // Nobody waits for it any more, and its place is given back already.
      if (stay?.isOver) throw busy()
      if (stay) stay.isWorking = true
      try {
        return await handler.call(this, request, reply)
      } finally {
        if (stay) stay.isWorking = false
        leaveIfDone(stay)
      }
    }
    // After what is added to every route, such as the count; before what is added to this one, such
    // as compression, which makes a stream of any text.
    route.onSend = [noteMade, ...[route.onSend ?? []].flat()]
  })
}

/** Throws ApiError RateLimited where too many wait already, and where it took too long. */
async function enter(
  places: Semaphore,
  { raw }: FastifyReply,
  { inLine, longestMs }: Admission,
): Promise<() => void> {
  if (places.isFull() && places.waiting() >= inLine) throw busy()
  const enough = new AbortController()
  const giveUp = () => enough.abort()
  const patience = setTimeout(giveUp, longestMs)
  raw.once('close', giveUp)
  try {
    return await places.take(enough.signal)
  } catch {
    throw busy()
  } finally {
    clearTimeout(patience)
    raw.off('close', giveUp)
  }
}

// A client that does not take what is made for it holds memory, but no place. Nor does one that reads
// a stream, for as long as it likes: how many of them there are is limited where they are opened.
async function noteMade(request: FastifyRequest, _: unknown, payload: unknown): Promise<unknown> {
  // Only a handler sends one. It has done its part, and ends once the stream is read.
  if (request.stay && payload instanceof Stream) request.stay.isWorking = false
  end(request)
  return payload
}

function end({ stay }: FastifyRequest): void {
  if (stay) stay.isOver = true
  leaveIfDone(stay)
}

function leaveIfDone(stay: Stay | null): void {
  if (stay?.isOver && !stay.isWorking) stay.leave()
}
