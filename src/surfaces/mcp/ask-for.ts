import { ApiError } from '../../errors.ts'
import { type Answer, refusal } from './ask.ts'
import { toUrl } from './tools/to-url.ts'
import type { Tool } from './tools/tool.ts'

/** What a tool's operation answers to arguments; faults of these are A's kind of refusal, told as such. */
export async function askFor(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  ask: (url: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(toUrl(tool, given))
  } catch (error) {
    if (error instanceof ApiError) return refusal(error)
    throw error
  }
}
