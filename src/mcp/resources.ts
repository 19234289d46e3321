import {
  type CompleteResult,
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { AGENTS_GUIDE } from '../api/openapi/introduction.ts'
import { toPlainJson } from '../domain/filed-text.ts'
import { SECTION_IDS } from '../organizations/sections/section.ts'
import { operationTool } from '../tools/tools.ts'
import { type Answer, askFor } from './ask.ts'
import { type FailureContext, readFailure } from './failure.ts'

const GUIDE = 'nonprofit://guide'

/** Resources with a fixed address. */
export const RESOURCES: Resource[] = [
  {
    uri: GUIDE,
    name: 'guide',
    title: 'Guide for agents',
    description:
      'Workflows with real requests and responses: when to call each tool, and how to cite.',
    mimeType: 'text/markdown',
  },
]

/** Resources of every organization. */
export const RESOURCE_TEMPLATES: ResourceTemplate[] = [
  {
    uriTemplate: 'nonprofit://organization/{ein}',
    name: 'organization',
    title: 'Organization profile',
    description: "The profile from an organization's latest filing, as get_profile returns it.",
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'nonprofit://organization/{ein}/section/{section}',
    name: 'section',
    title: 'Section of a profile',
    description: "One section from an organization's latest filing, as get_section returns it.",
    mimeType: 'application/json',
  },
]

const ORGANIZATION = /^nonprofit:\/\/organization\/([\w-]+)(?:\/section\/(\w+))?$/

/** The specification's code for a missing resource. */
const NOT_FOUND = -32_002

/**
 * Reads a resource. Throws McpError -32002 for a missing one, -32602 for an unreadable address,
 * -32603 otherwise.
 */
export async function readResource(
  uri: string,
  ask: (url: string) => Promise<Answer>,
  failureContext: () => FailureContext,
): Promise<ReadResourceResult> {
  if (uri === GUIDE) {
    return { contents: [{ uri, mimeType: 'text/markdown', text: AGENTS_GUIDE }] }
  }
  const [, ein, section] = ORGANIZATION.exec(uri) ?? []
  const tool = operationTool(section ? 'get_section' : 'get_profile')
  if (ein === undefined || !tool) {
    throw new McpError(
      NOT_FOUND,
      'Unknown resource. To see all templates, send resources/templates/list.',
    )
  }
  const given = { EIN: ein, ...(section && { Section: section }) }
  const answer = await askFor(tool, given, ask)
  if (answer.status !== 200) throw toError(answer, failureContext())
  return { contents: [{ uri, mimeType: 'application/json', text: toPlainJson(answer.body) }] }
}

const CODES = new Map<number, number>([
  [404, NOT_FOUND],
  [422, ErrorCode.InvalidParams],
])

function toError(answer: Answer, context: FailureContext): McpError {
  const failure = readFailure(answer, context)
  const code = CODES.get(answer.status) ?? ErrorCode.InternalError
  return new McpError(code, `${failure.ErrorCode}: ${failure.Message}`, failure)
}

/**
 * Returns the ids of sections that begin with the typed text. EINs are not completed, because
 * looking them up would cost a read per keystroke.
 */
export function completeArgument({ name, value }: { name: string; value: string }): CompleteResult {
  const wanted = value.toLowerCase()
  const values =
    name === 'section' ? SECTION_IDS.filter((one) => one.toLowerCase().startsWith(wanted)) : []
  return { completion: { values, total: values.length, hasMore: false } }
}
