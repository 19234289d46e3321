import type { FastifyInstance } from 'fastify'
import type { StreamSummary } from '../../logging.ts'

const OUTCOMES = ['completed', 'cancelled', 'failed'] as const satisfies StreamSummary['outcome'][]

/**
 * Shows chats on `/metrics`: how many are under way in this process, as `countOpen` tells, and how
 * many ended with each outcome. Returns what counts one that ended. No label tells whose.
 */
export function measureChats(
  app: FastifyInstance,
  countOpen: () => number,
): (outcome: StreamSummary['outcome']) => void {
  const { client } = app.metrics
  const registers = [client.register]
  new client.Gauge({
    name: 'assistant_chats_open',
    help: 'Chats under way, those included whose client has left while their work still ends.',
    registers,
    collect() {
      this.set(countOpen())
    },
  })
  const ended = new client.Counter({
    name: 'assistant_chats_total',
    help: 'Chats that ended, by outcome: completed, cancelled (the client left) or failed.',
    labelNames: ['outcome'],
    registers,
  })
  // A rate is read from the first of each; one that appears with 1 would have none.
  for (const outcome of OUTCOMES) ended.inc({ outcome }, 0)
  return (outcome) => ended.inc({ outcome })
}
