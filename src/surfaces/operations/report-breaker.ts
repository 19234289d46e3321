import type { FastifyInstance } from 'fastify'
import type { Breaker } from '../../clients/breaker.ts'

/** Shows the state of the store's breaker on `/metrics` and logs each change. */
export function reportBreaker(app: FastifyInstance, breaker: Breaker): void {
  const { client } = app.metrics
  new client.Gauge({
    name: 'store_breaker_open',
    help: '1 while Postgres does not answer and requests that need it are rejected at once, else 0.',
    registers: [client.register],
    collect() {
      this.set(Number(breaker.isOpen()))
    },
  })
  breaker.onChange((err) => {
    if (err) app.log.error({ err }, 'Postgres does not answer; requests that need it get 503')
    else app.log.warn('Postgres answers again')
  })
}
