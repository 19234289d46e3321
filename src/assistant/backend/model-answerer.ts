import { randomBytes } from 'node:crypto'
import type { ModelBackend } from '#src/platform/clients/model-backend.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ToolDeps } from '#src/tools/tool.ts'
import type { Answerer, ChatEvent, ChatRequest } from '../chat.ts'
import { emptyFindings } from '../grounding/findings.ts'
import { createGround } from '../grounding/ground.ts'
import { createPlanner } from '../planner/answers/answer.ts'
import {
  type Conversation,
  converse,
  type Ending,
  MODEL_LIMITS,
  type ModelLimits,
  systemPrompt,
} from './converse.ts'

/** States why the planner answers instead of the model. */
export const INSTEAD = {
  unavailable: 'The language model is currently unavailable, so this answer follows fixed rules.',
  refusal: 'The language model declined to answer, so this answer follows fixed rules.',
  unsupported:
    'The filings did not support the language model’s answer, so this answer follows fixed rules.',
} as const

/** Ends an answer that was shown in part. */
export const CUT = {
  length: 'The answer ends here because it reached its maximum length.',
  refusal: 'The language model declined to continue.',
} as const

type ModelAnswererOptions = {
  limits?: Partial<ModelLimits>
  /** Called for each failure of the backend, which the person asking does not see. */
  onFailure?: (error: Error) => void
  /** Called when the planner answers, with the reason. */
  onInstead?: (reason: keyof typeof INSTEAD) => void
  /** Called for each sentence of the model that is withheld. */
  onWithheld?: () => void
}

/**
 * Answers with a language model that calls the same tools as the planner; grounding withholds what
 * no tool returned. If the model fails, refuses, calls no tool, or writes nothing that may be
 * shown, the planner answers and says so. Throws ApiError AssistantUnavailable if the model breaks
 * off within an answer, and the errors of the store and index.
 */
export function createModelAnswerer(
  deps: ToolDeps,
  backend: ModelBackend,
  { limits: given, onFailure, onInstead, onWithheld }: ModelAnswererOptions = {},
): Answerer {
  const limits = { ...MODEL_LIMITS, ...given }
  const planner = createPlanner(deps)
  return async function* answer(request, signal) {
    const conversation = openConversation(deps, backend, limits, onWithheld)
    const within = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
    const outcome = yield* untilEnded(conversation, request, within)
    if (signal.aborted) return
    if (outcome instanceof Error) onFailure?.(outcome)
    if (conversation.hasShown) {
      if (outcome instanceof Error) throw brokenOff(outcome)
      if (outcome === 'length' || outcome === 'refusal')
        yield { kind: 'text', text: `\n\n${CUT[outcome]}` }
      return
    }
    const reason = reasonOf(outcome)
    onInstead?.(reason)
    yield { kind: 'text', text: `${INSTEAD[reason]}\n\n` }
    yield* planner(request, signal)
  }
}

function openConversation(
  deps: ToolDeps,
  backend: ModelBackend,
  limits: ModelLimits,
  onWithheld?: () => void,
): Conversation {
  const findings = emptyFindings()
  // Sixteen random hex digits: no text written earlier contains them.
  const marker = `=data-${randomBytes(8).toString('hex')}=`
  const openGround = () =>
    createGround(findings, { prompt: systemPrompt(marker), marker }, onWithheld)
  return { deps, backend, limits, findings, openGround, marker, hasShown: false }
}

// A failure of the model is an outcome; a failure of the store ends the answer.
async function* untilEnded(
  conversation: Conversation,
  request: ChatRequest,
  within: AbortSignal,
): AsyncGenerator<ChatEvent, Ending | Error> {
  try {
    return yield* converse(conversation, request, within)
  } catch (error) {
    if (within.aborted) return new Error('The answer took too long.', { cause: within.reason })
    if (error instanceof ApiError && error.code === 'AssistantUnavailable') return error
    throw error
  }
}

const brokenOff = (cause: Error): ApiError =>
  new ApiError('AssistantUnavailable', {
    message: 'The answer was cut off. Ask again.',
    cause,
  })

function reasonOf(outcome: Ending | Error): keyof typeof INSTEAD {
  if (outcome instanceof Error) return 'unavailable'
  return outcome === 'refusal' ? 'refusal' : 'unsupported'
}
