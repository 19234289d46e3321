import type { ModelBackend, ModelCall, ModelMessage } from '../../clients/model-backend.ts'
import type { ChatEvent, ChatRequest } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { addFindings, type Findings } from '../grounding/findings.ts'
import type { Ground } from '../grounding/ground.ts'
import { callTool, offerTools } from './call-tool.ts'
import { presentAnswer, presentFault } from './present-answer.ts'
import { openConversation } from './prompt.ts'

export type ModelLimits = {
  /** Completions of one answer; in the last one no tool is offered. */
  rounds: number
  calls: number
  /** Of arguments that could not be read, tools that are none. */
  faults: number
  /** Characters of all tool results of one answer. */
  resultChars: number
  /** Characters the model writes, withheld ones too. */
  textChars: number
  totalMs: number
}

export const MODEL_LIMITS: ModelLimits = {
  // Find two organizations, read both, compare, answer: four, and two to spare.
  rounds: 6,
  // Five organizations, two operations each.
  calls: 12,
  // A model that has not understood after three will not.
  faults: 3,
  // Some 24,000 tokens, which small models still hold beside the rest.
  resultChars: 96_000,
  // Two pages; the answers asked for are a paragraph.
  textChars: 8_000,
  // What a person waits for text that comes bit by bit.
  totalMs: 60_000,
}

export type Ending = 'stop' | 'length' | 'refusal'

export type Conversation = {
  deps: AssistantDeps
  backend: ModelBackend
  limits: ModelLimits
  findings: Findings
  ground: Ground
  marker: string
}

/**
 * Lets the model call tools until it answers; yields what grounding lets through and returns how it
 * ended. Throws as the backend and the operations do.
 */
export async function* converse(
  conversation: Conversation,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, Ending> {
  const { limits, ground, marker } = conversation
  const messages = openConversation(request, marker)
  const budget = { ...limits }
  for (let round = 1; ; round += 1) {
    const mayCall = round < limits.rounds && budget.calls > 0 && budget.faults > 0
    const turn = yield* completeTurn(conversation, messages, mayCall, budget, signal)
    yield* ground.flush()
    if (turn.reason !== 'stop') return turn.reason
    if (turn.calls.length === 0 || !mayCall) return 'stop'
    // What was written before a call and what comes after it are two paragraphs.
    if (turn.text.trim() !== '') yield* ground.write('\n\n')
    messages.push({ role: 'assistant', content: turn.text, calls: turn.calls })
    yield* answerCalls(conversation, turn.calls, messages, budget, signal)
  }
}

type Turn = { text: string; reason: Ending; calls: ModelCall[] }

async function* completeTurn(
  { backend, ground }: Conversation,
  messages: readonly ModelMessage[],
  mayCall: boolean,
  budget: ModelLimits,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, Turn> {
  let text = ''
  const tools = mayCall ? offerTools() : []
  for await (const piece of backend.complete({ messages, tools }, signal)) {
    if (piece.kind === 'end') return { ...piece, text, calls: piece.calls.map(withId) }
    text += piece.text
    budget.textChars -= piece.text.length
    yield* ground.write(piece.text)
    if (budget.textChars < 0) return { text, reason: 'length', calls: [] }
  }
  return { text, reason: 'stop', calls: [] }
}

// Results are told apart by ids; not every server gives one.
const withId = (call: ModelCall, at: number): ModelCall => ({
  ...call,
  id: call.id || `call_${at + 1}`,
})

async function* answerCalls(
  { deps, findings, marker }: Conversation,
  calls: readonly ModelCall[],
  messages: ModelMessage[],
  budget: ModelLimits,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  for (const call of calls) {
    signal.throwIfAborted()
    const answerWith = (content: string) => {
      messages.push({ role: 'tool', callId: call.id, content })
      budget.resultChars -= content.length
    }
    budget.calls -= 1
    if (budget.calls < 0 || budget.resultChars <= 0) {
      answerWith(presentFault('No more can be read; answer from what is there.', marker))
      continue
    }
    const outcome = await callTool(deps, call, signal)
    if ('fault' in outcome) {
      budget.faults -= 1
      answerWith(presentFault(outcome.fault, marker))
      continue
    }
    addFindings(findings, outcome.answer)
    answerWith(presentAnswer(outcome.answer, findings, marker))
    if ('proposals' in outcome.answer && 'id' in outcome.answer) {
      yield { kind: 'recovery', id: String(outcome.answer.id) }
    }
  }
}
