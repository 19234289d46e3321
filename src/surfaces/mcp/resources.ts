import type {
  CompleteResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { toPlainJson } from '../../domain/filed-text.ts'
import { SECTION_IDS } from '../../profiles/sections/section.ts'
import { guideAsMarkdown } from '../agents-guide-text.ts'
import type { Answer } from './ask.ts'
import { askFor } from './ask-for.ts'
import { readFailure, type Telling } from './failure.ts'
import { toolOf } from './tools/tools.ts'

const GUIDE = 'nonprofit://guide'

/** Resources that have one address. */
export const RESOURCES: Resource[] = [
  {
    uri: GUIDE,
    name: 'guide',
    title: 'Guide for agents',
    description: 'Workflows with real requests and answers: what to call when, and how to cite.',
    mimeType: 'text/markdown',
  },
]

/** Those that every organization has. */
export const RESOURCE_TEMPLATES: ResourceTemplate[] = [
  {
    uriTemplate: 'nonprofit://organization/{ein}',
    name: 'organization',
    title: 'Profile of an organization',
    description: 'The profile of its latest filing, as get_profile answers it.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'nonprofit://organization/{ein}/section/{section}',
    name: 'section',
    title: 'Section of a profile',
    description: 'One section of the latest filing, as get_section answers it.',
    mimeType: 'application/json',
  },
]

const ORGANIZATION = /^nonprofit:\/\/organization\/([\w-]+)(?:\/section\/(\w+))?$/

/** The code the specification gives a resource that is not there. */
const NOT_FOUND = -32_002

/**
 * Reads a resource, asking surface A where it is of an organization. Throws McpError -32002 for one
 * that is not there, -32602 for an address that cannot be read, -32603 for all else.
 */
export async function readResource(
  uri: string,
  asking: { ask: (url: string) => Promise<Answer>; telling: () => Telling },
): Promise<ReadResourceResult> {
  if (uri === GUIDE) {
    return { contents: [{ uri, mimeType: 'text/markdown', text: guideAsMarkdown() }] }
  }
  const [, ein, section] = ORGANIZATION.exec(uri) ?? []
  const tool = toolOf(section ? 'get_section' : 'get_profile')
  if (ein === undefined || !tool) {
    throw new McpError(
      NOT_FOUND,
      'No such resource; resources/templates/list shows those there are.',
    )
  }
  const given = { EIN: ein, ...(section && { Section: section }) }
  const answer = await askFor(tool, given, asking.ask)
  if (answer.status !== 200) throw toError(answer, asking.telling())
  return { contents: [{ uri, mimeType: 'application/json', text: toPlainJson(answer.body) }] }
}

const CODES = new Map<number, number>([
  [404, NOT_FOUND],
  [422, ErrorCode.InvalidParams],
])

function toError(answer: Answer, telling: Telling): McpError {
  const failure = readFailure(answer, telling)
  const code = CODES.get(answer.status) ?? ErrorCode.InternalError
  return new McpError(code, `${failure.ErrorCode}: ${failure.Message}`, failure)
}

/**
 * Ids of sections that begin with what is typed. EINs are not completed: none is known by its first
 * digits, and looking them up would cost a read at each key.
 */
export function completeArgument({ name, value }: { name: string; value: string }): CompleteResult {
  const wanted = value.toLowerCase()
  const values =
    name === 'section' ? SECTION_IDS.filter((one) => one.toLowerCase().startsWith(wanted)) : []
  return { completion: { values, total: values.length, hasMore: false } }
}
