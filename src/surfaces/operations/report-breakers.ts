import type { FastifyInstance } from 'fastify'
import type { Breaker } from '../../clients/breaker.ts'

/** Shows the state of each server's breaker on `/metrics` and logs each change. */
export function reportBreakers(app: FastifyInstance, breakers: Record<string, Breaker>): void {
  const { client } = app.metrics
  new client.Gauge({
    name: 'breaker_open',
    help: '1 while the server does not answer and requests that need it are rejected at once, else 0.',
    labelNames: ['server'],
    registers: [client.register],
    collect() {
      for (const [server, breaker] of Object.entries(breakers)) {
        this.set({ server }, Number(breaker.isOpen()))
      }
    },
  })
  for (const [server, breaker] of Object.entries(breakers)) {
    breaker.onChange((err) => {
      if (err) app.log.error({ err }, `${server} does not answer; requests that need it get 503`)
      else app.log.warn(`${server} accepts requests again`)
    })
  }
}
