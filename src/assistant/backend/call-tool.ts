import { z } from 'zod'
import type { OfferedTool } from '#src/platform/clients/model-backend.ts'
import type { ModelCall } from '#src/platform/clients/model-chunks.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Citation } from '#src/tools/cite.ts'
import { inSlot, type ToolAnswer, type ToolDeps } from '#src/tools/tool.ts'
import { MODEL_TOOLS, modelTool, runTool } from '#src/tools/tools.ts'
import type { Findings } from '../grounding/findings.ts'
import { toPlainText } from '../grounding/plain-text.ts'

/** The outcome of a call: an answer, or a fault that the model reads. */
type CallOutcome = { answer: ToolAnswer } | { fault: string }

/** Returns every tool as the protocol offers it, with inputs as JSON schema. */
export const offerTools = (): OfferedTool[] =>
  MODEL_TOOLS.map(({ name, description, input }) => ({
    name,
    description,
    // Some servers reject schemas that state their draft version.
    parameters: {
      ...z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      $schema: undefined,
    },
  }))

/**
 * Runs a call of the model. An unknown tool, unreadable arguments, and errors of the caller (4xx)
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
    return { fault: `There is no such tool. Available tools: ${names}.` }
  }
  const json = parseJson(call.arguments)
  if (json === undefined) return { fault: 'The arguments are not JSON. Send one JSON object.' }
  try {
    return { answer: await inSlot(deps, signal, () => runTool(tool, deps, json, signal)) }
  } catch (error) {
    if (error instanceof z.ZodError) return { fault: describeFaults(error) }
    if (error instanceof ApiError && error.status < 500) return { fault: error.message }
    throw error
  }
}

// The fault for an unknown figure lists all keys; the beginning is enough.
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

/** Filed texts can be pages long. This fits a mission, and ten texts fit one result. */
const LONGEST_TEXT = 600
/**
 * About 6,000 tokens: ten organizations with a text each. A longer result loses its last citations.
 */
const LONGEST_RESULT = 24_000

/**
 * Returns a tool's answer as the model reads it: JSON between marker lines, citations by number,
 * filed texts shortened under "quoted". `findings` already contains the answer and numbers the
 * citations.
 */
export function presentAnswer(answer: ToolAnswer, findings: Findings, marker: string): string {
  const { citations, ...fields } = answer
  const present = createPresenter(findings, marker)
  const body = present(fields) as object
  // Most citations are shown beside their figures; this list has the rest.
  let shown = citations.map(present)
  for (;;) {
    const text = JSON.stringify({ ...body, citations: shown })
    if (text.length <= LONGEST_RESULT || shown.length === 0) {
      return frame(text.length <= LONGEST_RESULT ? text : TOO_LONG, marker)
    }
    shown = shown.slice(0, Math.floor(shown.length / 2))
  }
}

const TOO_LONG = JSON.stringify({
  error: 'The result is too long. Request fewer rows or a narrower range.',
})

/** Returns a fault of a call as the model reads it. */
export const presentFault = (message: string, marker: string): string =>
  frame(JSON.stringify({ error: toPlainText(message).slice(0, LONGEST_TEXT) }), marker)

const frame = (json: string, marker: string): string => `${marker}\n${json}\n${marker}`

function createPresenter(findings: Findings, marker: string) {
  const clean = (text: string) => {
    const plain = toPlainText(text).replaceAll(marker, '')
    return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)} …` : plain
  }
  const present = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(present)
    if (typeof value !== 'object' || value === null) return value
    if ('evidence' in value) return presentCitation(value as Citation)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, present(member)]))
  }
  const presentCitation = (citation: Citation) => {
    const { ein, label, value, evidence } = citation
    return {
      cite: numberOf(findings, citation),
      ein,
      label: clean(label),
      ...(typeof value === 'string' ? { quoted: clean(value) } : { value }),
      ...(evidence.taxYear !== undefined && { taxYear: evidence.taxYear }),
      source: clean(evidence.citation),
    }
  }
  return present
}

function numberOf({ citations }: Findings, citation: Citation): number {
  const at = citations.findIndex(
    ({ ein, evidence }) => ein === citation.ein && evidence.ref === citation.evidence.ref,
  )
  return at >= 0 ? at + 1 : citations.push(citation)
}
