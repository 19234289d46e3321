import type { z } from 'zod'
import type { AssistantDeps } from '../../deps.ts'
import { inPlace } from '../../tools/in-place.ts'
import type { Tool, ToolAnswer } from '../../tools/tool.ts'

/** What an answer is made with: tools, each call of which is counted, and nothing else. */
export type Work = {
  /** Runs a tool. Throws what it throws, the signal's reason once that aborts, and `TooMuchWork`. */
  call: <Params extends z.ZodType, Answer extends ToolAnswer>(
    tool: Tool<Params, Answer>,
    params: z.output<Params>,
  ) => Promise<Answer>
}

/** Thrown where a question takes more calls than one answer may make. */
export class TooMuchWork extends Error {}

// A comparison of five organizations finds each by name and reads its rating: some dozen calls of
// two or three round trips. Parting names at each "and" takes some more.
const MOST_CALLS = 24

/** Work for one answer. */
export function startWork(deps: AssistantDeps, signal: AbortSignal): Work {
  let calls = 0
  return {
    call: async (tool, params) => {
      signal.throwIfAborted()
      calls += 1
      if (calls > MOST_CALLS) throw new TooMuchWork('The question takes too many look-ups.')
      const answer = await inPlace(deps, signal, () => tool.run(deps, params, signal))
      signal.throwIfAborted()
      return answer
    },
  }
}
