import { z } from 'zod'
import type { OfferedTool } from '#src/platform/clients/model-backend.ts'
import type { ModelCall } from '#src/platform/clients/model-chunks.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ToolAnswer } from '#src/tools/tool.ts'
import { inSlot, type ToolDeps } from '#src/tools/tool.ts'
import { MODEL_TOOLS, modelTool, runTool } from '#src/tools/tools.ts'

/** The outcome of a call: an answer, or a fault that the model reads. */
export type CallOutcome = { answer: ToolAnswer } | { fault: string }

/** Returns every tool as the protocol offers it, inputs as JSON schema. */
export const offerTools = (): OfferedTool[] =>
  MODEL_TOOLS.map(({ name, description, input }) => ({
    name,
    description,
    // Some servers reject schemas that name their draft.
    parameters: {
      ...z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      $schema: undefined,
    },
  }))

/**
 * Runs a call of the model. An unknown tool, unreadable arguments and errors of the caller (4xx)
 * are faults. Throws errors of the service (5xx).
 */
export async function callTool(
  deps: ToolDeps,
  call: ModelCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const tool = modelTool(call.name)
  if (tool === undefined) {
    const names = MODEL_TOOLS.map(({ name }) => name).join(', ')
    return { fault: `There is no such tool; there are ${names}.` }
  }
  const json = parseJson(call.arguments)
  if (json === undefined) return { fault: 'The arguments are not JSON; send one object.' }
  try {
    return { answer: await inSlot(deps, signal, () => runTool(tool, deps, json, signal)) }
  } catch (error) {
    if (error instanceof z.ZodError) return { fault: describeFaults(error) }
    if (error instanceof ApiError && error.status < 500) return { fault: error.message }
    throw error
  }
}

// A rejected figure lists all keys there are; the beginning is enough.
const LONGEST_FAULT = 160

const describeFaults = ({ issues }: z.ZodError): string =>
  issues
    .map(
      ({ path, message }) => `${path.join('.') || 'arguments'}: ${message.slice(0, LONGEST_FAULT)}`,
    )
    .join('; ')

function parseJson(text: string): unknown {
  try {
    // For a tool without inputs, some servers send no arguments.
    return JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    return undefined
  }
}
