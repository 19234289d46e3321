import type { z } from 'zod'
import { inSlot, type Tool, type ToolAnswer, type ToolDeps } from '#src/tools/tool.ts'

/** Calls tools for one answer and counts the calls. */
export type Work = {
  /**
   * Runs a tool. Throws the tool's errors, the signal's reason if that aborts, and `TooMuchWork`.
   */
  call: <Params extends z.ZodType, Answer extends ToolAnswer>(
    tool: Tool<Params, Answer>,
    params: z.output<Params>,
  ) => Promise<Answer>
}

/** Thrown if a question needs more calls than one answer may make. */
export class TooMuchWork extends Error {}

// A comparison of five organizations makes about a dozen calls of two or three round trips;
// splitting names at each "and" adds some.
const MOST_CALLS = 24

/** Creates the work for one answer. */
export function startWork(deps: ToolDeps, signal: AbortSignal): Work {
  let calls = 0
  return {
    call: async (tool, params) => {
      signal.throwIfAborted()
      calls += 1
      if (calls > MOST_CALLS) throw new TooMuchWork('The question needs too many lookups.')
      const answer = await inSlot(deps, signal, () => tool.run(deps, params, signal))
      signal.throwIfAborted()
      return answer
    },
  }
}
