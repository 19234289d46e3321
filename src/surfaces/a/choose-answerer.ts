import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createModelAnswerer } from '../../assistant/backend/model-answerer.ts'
import type { Answerer } from '../../assistant/chat.ts'
import { createPlanner } from '../../assistant/planner/planner.ts'
import { kindOfModelFailure, MODEL_FAILURES } from '../../clients/model-errors.ts'
import type { ChatDeps } from './chat.ts'
import type { ChatMeta } from './chat-schema.ts'

type Asking = Pick<FastifyRequest, 'log' | 'stream'>

export type Answering = {
  name: ChatMeta['Answerer']
  /** For one request, whose log tells what became of the model. */
  of: (request: Asking) => Answerer
}

/**
 * Who answers chats: a model where one is configured, else the planner. Failures of the model,
 * which whoever asks does not see, are logged with the request and counted on `/metrics`.
 */
export function chooseAnswerer(deps: ChatDeps, app: FastifyInstance): Answering {
  const { answerer, modelBackend } = deps
  if (answerer) return { name: 'Planner', of: () => answerer }
  if (!modelBackend) {
    const planner = createPlanner(deps)
    return { name: 'Planner', of: () => planner }
  }
  const count = countModelFailures(app)
  const of = (request: Asking) =>
    createModelAnswerer(deps, modelBackend, {
      onFailure: (err) => {
        const kind = kindOfModelFailure(err)
        count(kind)
        request.log.warn({ err, kind }, 'model backend failed')
      },
      onInstead: (reason) => {
        if (request.stream) request.stream.instead = reason
      },
      onWithheld: () => {
        if (request.stream) request.stream.withheld = (request.stream.withheld ?? 0) + 1
      },
    })
  return { name: 'Model', of }
}

function countModelFailures({ metrics: { client } }: FastifyInstance): (kind: string) => void {
  const failures = new client.Counter({
    name: 'assistant_model_failures_total',
    help: 'Answers in which the model failed, by kind: credential (401, 403), refused (other 4xx), busy (408, 429, 5xx), timeout, connection, or unreadable.',
    labelNames: ['kind'],
    registers: [client.register],
  })
  // A rate is read from the first of each; one that appears with 1 would have none.
  for (const kind of MODEL_FAILURES) failures.inc({ kind }, 0)
  return (kind) => failures.inc({ kind })
}
