import { z } from 'zod'
import type { ModelCall, OfferedTool } from '../../clients/model-backend.ts'
import { ApiError } from '../../errors.ts'
import type { AssistantDeps } from '../deps.ts'
import { inPlace } from '../tools/in-place.ts'
import type { ToolAnswer } from '../tools/tool.ts'
import { TOOLS, toolOf } from '../tools/tools.ts'

/** What a call came to: an answer, or a fault the model is told of. */
export type CallOutcome = { answer: ToolAnswer } | { fault: string }

/** Every tool as the protocol offers it, parameters as JSON schema. */
export const offerTools = (): OfferedTool[] =>
  TOOLS.map(({ name, description, params }) => ({
    name,
    description,
    // Some servers refuse schemas that say which draft they are of.
    parameters: {
      ...z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }),
      $schema: undefined,
    },
  }))

/**
 * Runs a call of the model. Arguments that are no JSON or not what the tool takes, tools that do not
 * exist and what the operation finds to be the caller's fault (4xx) are faults; failures of the
 * service (5xx) are thrown.
 */
export async function callTool(
  deps: AssistantDeps,
  call: ModelCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const tool = toolOf(call.name)
  if (tool === undefined) {
    const names = TOOLS.map(({ name }) => name).join(', ')
    return { fault: `There is no such tool; there are ${names}.` }
  }
  const input = parseJson(call.arguments)
  if (input === undefined) return { fault: 'The arguments are not JSON; send one object.' }
  try {
    return { answer: await inPlace(deps, signal, () => tool.call(deps, input, signal)) }
  } catch (error) {
    if (error instanceof z.ZodError) return { fault: describeFaults(error) }
    if (error instanceof ApiError && error.status < 500) return { fault: error.message }
    throw error
  }
}

// A list of all figures there are is no help beyond its beginning.
const LONGEST_FAULT = 160

const describeFaults = ({ issues }: z.ZodError): string =>
  issues
    .map(
      ({ path, message }) => `${path.join('.') || 'arguments'}: ${message.slice(0, LONGEST_FAULT)}`,
    )
    .join('; ')

function parseJson(text: string): unknown {
  try {
    // Of a tool that needs nothing some servers send no arguments at all.
    return JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    return undefined
  }
}
