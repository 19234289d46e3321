import type { ToolDeps } from '#src/tools/tool.ts'
import type { Answerer, ChatEvent } from '../chat.ts'
import { answerQuestion } from './answers/answer.ts'
import { startWork } from './answers/work.ts'
import { readQuestion } from './questions/read-question.ts'

/**
 * Answers by rule, without a model: interprets a message as one of the questions and answers it
 * with tools, each figure followed by its citation. Ends without throwing when the signal aborts;
 * throws ApiError if an engine is unavailable.
 */
export const createPlanner = (deps: ToolDeps): Answerer =>
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
