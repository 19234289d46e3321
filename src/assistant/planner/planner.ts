import type { Answerer, ChatEvent } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { answerQuestion } from './answers/answer.ts'
import { startWork } from './answers/work.ts'
import { readQuestion } from './questions/read-question.ts'

/**
 * Answers by rule, from this service's own data: no model is asked (decisions part 10). A message is
 * read as one of the questions, that is answered with tools, and each figure is followed by its
 * citation. Ends without a throw when the signal aborts; throws ApiError for engines that are away.
 */
export const createPlanner = (deps: AssistantDeps): Answerer =>
  async function* answer({ message, history, context }, signal): AsyncGenerator<ChatEvent, void> {
    const question = readQuestion(message, history, context)
    try {
      for await (const event of answerQuestion(startWork(deps, signal), question)) {
        if (signal.aborted) return
        yield event
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
