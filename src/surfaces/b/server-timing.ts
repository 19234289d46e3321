import type { FastifyInstance } from 'fastify'

/** Milliseconds of each phase (decisions part 7); `mongo` is the store, its name kept for clients. */
export type Phases = { search: number; mongo: number; build: number; audit: number; total: number }

/** What a handler knows of them; the rest is known when its answer leaves. */
export type OwnPhases = Omit<Phases, 'audit' | 'total'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the handlers of surface B; `Server-Timing` tells them. */
    phases: OwnPhases | null
  }
}

/** `Server-Timing` on every answer whose handler set its phases. */
export function addServerTiming(app: FastifyInstance): void {
  app.decorateRequest('phases', null)
  // After the count (src/access/count-requests.ts): `audit` is what an answer waited for it.
  app.addHook('onSend', async ({ phases, auditMs }, reply) => {
    if (phases === null || reply.statusCode >= 400) return
    const whole = { ...phases, audit: auditMs, total: reply.elapsedTime }
    reply.header('Server-Timing', serverTiming(whole))
  })
}

/** The value of a `Server-Timing` header. */
export const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(', ')
