import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createModelAnswerer } from '#src/assistant/backend/model-answerer.ts'
import type { Answerer } from '#src/assistant/chat.ts'
import { createPlanner } from '#src/assistant/planner/answers/answer.ts'
import type { ModelBackend } from '#src/platform/clients/model-backend.ts'
import { kindOfModelFailure, MODEL_FAILURES } from '#src/platform/clients/model-errors.ts'
import type { ToolDeps } from '#src/tools/tool.ts'
import type { ChatMeta } from './schema.ts'

export type AnswererDeps = ToolDeps & {
  /** With a backend, a model writes the answers; otherwise the planner does. */
  modelBackend?: ModelBackend
  /** Replaces both the model and the planner. */
  answerer?: Answerer
}

type Asking = Pick<FastifyRequest, 'log' | 'stream'>

type Answering = {
  name: ChatMeta['Answerer']
  /** Returns the answerer for one request, whose log records what the model did. */
  of: (request: Asking) => Answerer
}

/**
 * Returns the model if one is configured, otherwise the planner. Failures of the model, which the
 * client does not see, are logged with the request and counted on `/metrics`.
 */
export function chooseAnswerer(deps: AnswererDeps, app: FastifyInstance): Answering {
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
    help: 'Number of answers for which the model failed, by kind of failure: credential (401, 403), refused (other 4xx), busy (408, 429, 5xx), timeout, connection, or unreadable.',
    labelNames: ['kind'],
    registers: [client.register],
  })
  // Each starts at 0, because a rate needs a first value.
  for (const kind of MODEL_FAILURES) failures.inc({ kind }, 0)
  return (kind) => failures.inc({ kind })
}
