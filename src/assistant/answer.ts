import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Ask } from '#src/tools/ask.ts'
import { openCite } from '#src/tools/cite.ts'
import { textOf, valuesOf } from '#src/tools/line.ts'
import { type Asked, LAG, openCalls, type Said, TooMuchWork } from './asked.ts'
import type { Answerer, ChatEvent, ChatRequest } from './chat.ts'
import { CERTAIN, type Decided, decide } from './decide.ts'
import { sayLinesOfOne } from './frames/filed-lines.ts'
import { FRAMES } from './frames/frames.ts'
import { CAN } from './frames/help.ts'
import { kindsOf, WITHOUT_NAME } from './kinds.ts'
import type { Kind, Message } from './message.ts'
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
  async function* answer({ message, history, context }, signal) {
    const call = openCalls(deps.openAsk(signal))
    const cite = openCite(deps)
    const before = [...history]
    try {
      const questions = await questionsIn(deps, { message, history, context }, signal)
      for (const [at, text] of questions.entries()) {
        const read = await readMessage(deps, { text, history: before, context }, signal)
        const heard: string[] = []
        let isCut = false
        for await (const said of answerDecided(await decide(deps, read), read, call)) {
          if (signal.aborted) return
          if ('choices' in said) yield { kind: 'choices', choices: said.choices }
          else if ('recovery' in said) yield { kind: 'recovery', id: said.recovery }
          else if (said !== LAG || at === questions.length - 1) {
            const text = `${textOf(said)}\n`
            const isItem = /^ *(?:-|\d+\.) /.test(text)
            isCut ||= isItem && heard.join('').length + text.length > MOST_TEXT
            if (isItem && isCut) continue
            yield { kind: 'text', text }
            heard.push(text)
            const cited = await cite(valuesOf(said))
            yield* cited.map((citation): ChatEvent => ({ kind: 'citation', citation }))
          }
        }
        before.push({ role: 'user', content: text })
        before.push({ role: 'assistant', content: heard.join('') })
        if (isCut) yield { kind: 'text', text: CUT }
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

const ASKS =
  /\?\s*$|^(?:and )?(?:who|what|how|when|where|which|does|did|do|is|are|was|were|has|have|can)\b/i
const BETWEEN =
  /(?<=\?)\s+|,?\s+and\s+(?=(?:who|what|how|when|where|which|does|did|do|is|are|was|were|has|have)\b)/i

/** Returns the questions of a message, if they are of different kinds: "What is …, and who leads it?" */
async function questionsIn(
  deps: AssistantDeps,
  { message, history, context }: ChatRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const parts = message.split(BETWEEN)
  const isLong = parts.every((part) => part.split(' ').length > 2 && ASKS.test(part))
  if (parts.length < 2 || parts.length > MOST_PARTS || !isLong) return [message]
  const kinds = await Promise.all(
    parts.map(async (text, at) => {
      const asked = parts.slice(0, at).map((content) => ({ role: 'user' as const, content }))
      const read = await readMessage(
        deps,
        { text, history: [...history, ...asked], context },
        signal,
      )
      const [first] = read.problem ? [] : await kindsOf(deps, read)
      const isNamed = read.organizations.length + read.people.length > 0
      const isReadable = isNamed || at > 0 || WITHOUT_NAME.has(first?.kind ?? 'other')
      return first && first.p >= CERTAIN && isReadable ? first.kind : 'other'
    }),
  )
  const isEach = new Set(kinds).size === kinds.length
  const isUsable = !['other', 'help', 'sector'].some((kind) => kinds.includes(kind as Kind))
  return isEach && isUsable ? parts : [message]
}

async function* answerDecided(
  decided: Decided,
  message: Message,
  call: Asked['call'],
): AsyncGenerator<Said> {
  if (!('kind' in decided)) {
    if (decided.isUnsure && (yield* sayLinesOfOne({ message, call }))) yield* sayUnread(message)
    else yield* decided.lines
    return
  }
  const { kind } = decided
  try {
    yield* FRAMES[kind]({ kind, message, call })
    yield* sayUnread(message)
  } catch (error) {
    if (error instanceof TooMuchWork) yield [TOO_MUCH]
    else if (error instanceof ApiError && error.status === 404) yield [error.message]
    else if (error instanceof ApiError && error.status === 422) yield [NOT_POSSIBLE]
    else throw error
  }
}

const MOST_PARTS = 3
// A client sends an answer back as history, whose parts have at most 2,000 characters.
const MOST_TEXT = 1_700
const CUT = 'The list is cut. Ask for a part of it, such as one year.\n'
const NOT_POSSIBLE = `I cannot look this up. ${CAN}`
const TOO_MUCH =
  'This question needs too many lookups for one answer. Ask about fewer organizations at once.'

/** Says which words the answer does not consider. */
function* sayUnread({ unread }: Message): Generator<Said> {
  if (unread.length === 0) return
  yield [`Not considered in this answer: ${unread.map((word) => `“${word}”`).join(', ')}.`]
}
