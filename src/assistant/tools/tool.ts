import type { z } from 'zod'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'

/** A number of an answer that no single leaf holds: how many were found, a sum over rows shown. */
export type Counted = { label: string; value: number }

/** What one operation found: all that may be said of it, each figure with its proof. */
export type ToolAnswer = {
  /** Cited figures and texts, those most likely wanted first. */
  citations: Citation[]
  counted: Counted[]
}

/**
 * One operation of the assistant, over the same functions as the operations of the API. `run`
 * throws ApiError as they do; a client's 404 is an answer to the person asking.
 */
export type Tool<Params extends z.ZodType = z.ZodType, Answer extends ToolAnswer = ToolAnswer> = {
  /** snake_case, as model backends want it. */
  name: string
  /** What it answers, in one sentence, for a model to choose by. */
  description: string
  params: Params
  run: (deps: AssistantDeps, params: z.output<Params>, signal: AbortSignal) => Promise<Answer>
}
