import {
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { AGENTS_GUIDE } from '../api/openapi/introduction.ts'
import { parseTypedEin } from '../domain/ein.ts'
import { toPlainFiled, toPlainJson } from '../domain/filed-text.ts'
import { SECTION_IDS } from '../organizations/sections/section.ts'
import type { Ask } from '../tools/ask.ts'

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
export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: 'nonprofit://organization/{ein}',
    name: 'organization',
    title: 'Organization profile',
    description: "The profile from an organization's latest filing, as organizations returns it.",
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'nonprofit://organization/{ein}/section/{section}',
    name: 'section',
    title: 'Section of a profile',
    description:
      "One section from an organization's latest filing, as organizations with Section returns it.",
    mimeType: 'application/json',
  },
]

const ORGANIZATION = /^nonprofit:\/\/organization\/([\w-]+)(?:\/section\/(\w+))?$/

/**
 * Reads a resource. Throws ProtocolError: -32602 for an unknown resource or EIN, -32603 if it cannot
 * be read.
 */
export async function readResource(uri: string, ask: Ask): Promise<ReadResourceResult> {
  if (uri === GUIDE) {
    return { contents: [{ uri, mimeType: 'text/markdown', text: AGENTS_GUIDE }] }
  }
  const [, typed, section] = ORGANIZATION.exec(uri) ?? []
  if (typed === undefined) {
    const message = 'Unknown resource. To see all templates, send resources/templates/list.'
    throw new ResourceNotFoundError(uri, message)
  }
  const ein = parseTypedEin(typed)
  if (ein === undefined) throw new ResourceNotFoundError(uri, 'An EIN has nine digits.')
  const part = section === undefined ? 'page' : `sections/${section}`
  const { body, error } = await ask(`/api/v2/charity/${ein}/${part}`)
  if (!error) {
    return { contents: [{ uri, mimeType: 'application/json', text: toPlainJson(body) }] }
  }
  // The message may contain a filed name.
  const message = toPlainFiled(`${error.code}: ${error.message}`)
  if (error.status === 404) throw new ResourceNotFoundError(uri, message)
  throw new ProtocolError(ProtocolErrorCode.InternalError, message)
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
