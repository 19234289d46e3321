import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Ask } from '#src/tools/ask.ts'
import { openCite } from '#src/tools/cite.ts'
import { textOf, valuesOf } from '#src/tools/line.ts'
import { type Asked, openCalls, type Said, TooMuchWork } from './asked.ts'
import type { Answerer, ChatEvent } from './chat.ts'
import { type Decided, decide } from './decide.ts'
import { FRAMES } from './frames/frames.ts'
import type { Message } from './message.ts'
import { type ReadDeps, readMessage } from './read/read-message.ts'

export type AssistantDeps = ReadDeps &
  ProfileDeps & {
    /** Calls an operation of the API for the assistant. */
    openAsk: (signal: AbortSignal) => Ask
  }

/**
 * Answers without a model: reads a message, decides its kind, and answers it with tools, each figure
 * followed by its citation. Ends without throwing when the signal aborts; throws ApiError if an engine
 * is unavailable.
 */
export const createAssistant = (deps: AssistantDeps): Answerer =>
  async function* answer({ message: text, history, context }, signal) {
    try {
      const message = await readMessage(deps, { text, history, context }, signal)
      const decided = await decide(deps, message)
      const call = openCalls(deps.openAsk(signal))
      const cite = openCite(deps)
      for await (const said of answerDecided(decided, message, call)) {
        if (signal.aborted) return
        if ('choices' in said) yield { kind: 'choices', choices: said.choices }
        else if ('recovery' in said) yield { kind: 'recovery', id: said.recovery }
        else {
          yield { kind: 'text', text: `${textOf(said)}\n` }
          const cited = await cite(valuesOf(said))
          yield* cited.map((citation): ChatEvent => ({ kind: 'citation', citation }))
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

async function* answerDecided(
  decided: Decided,
  message: Message,
  call: Asked['call'],
): AsyncGenerator<Said> {
  if (!('kind' in decided)) {
    yield* decided.lines
    return
  }
  const { kind } = decided
  try {
    yield* FRAMES[kind]({ kind, message, call })
    yield* sayUnread(message)
  } catch (error) {
    if (error instanceof TooMuchWork) yield [TOO_MUCH]
    else if (error instanceof ApiError && [404, 422].includes(error.status)) yield [error.message]
    else throw error
  }
}

const TOO_MUCH =
  'This question needs too many lookups for one answer. Ask about fewer organizations at once.'

/** Says which words the answer does not consider. */
function* sayUnread({ unread }: Message): Generator<Said> {
  if (unread.length === 0) return
  yield [`Not considered in this answer: ${unread.map((word) => `“${word}”`).join(', ')}.`]
}
