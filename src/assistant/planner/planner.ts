import type { Answerer } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'

/** Answers by rule, from this service's own data: no model is asked (decisions part 10). */
export const createPlanner = (_deps: AssistantDeps): Answerer =>
  async function* answer() {
    yield { kind: 'text', text: 'This question cannot be answered yet.' }
  }
