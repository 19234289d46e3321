import type { FastifyInstance } from 'fastify'
import type { Notifier } from './notifier.ts'

/** Shows on `/metrics` what this process's attempts to tell of submissions came to. */
export function countNotifications(app: FastifyInstance, notifier: Pick<Notifier, 'tally'>): void {
  const { client } = app.metrics
  new client.Counter({
    name: 'notifications_total',
    help: 'Attempts to tell of a question or of feedback, by outcome: told, failed (tried again) or given up (nobody will be told unless by hand).',
    labelNames: ['outcome'],
    registers: [client.register],
    // The notifier begins before the service, and counts by itself.
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(notifier.tally())) this.inc({ outcome }, count)
    },
  })
}
