import {
  ErrorCode,
  type GetPromptResult,
  McpError,
  type Prompt,
} from '@modelcontextprotocol/sdk/types.js'

type Written = Prompt & { write: (given: Readonly<Record<string, string>>) => string }

const CLOSING =
  'Cite form, line and tax year of each figure, say what is not reported, and say that filings lag.'

const WRITTEN: readonly Written[] = [
  {
    name: 'diligence',
    title: 'Diligence on an organization',
    description: 'A short memo on whether an organization can be relied on, with sources.',
    arguments: [{ name: 'organization', description: 'Its name or EIN.', required: true }],
    write: ({ organization }) =>
      `Write a one-page diligence memo on ${organization}. Find its EIN with resolve_organization and make sure it is the one meant. Read check_diligence, get_profile and the sections Rating, Checks, Governance and Leadership. Name each reason for review with its source, and open with get_evidence whatever the judgement rests on. ${CLOSING}`,
  },
  {
    name: 'find_funders',
    title: 'Who funds organizations like this one',
    description: 'Prospective funders of an organization, from those that fund similar ones.',
    arguments: [{ name: 'organization', description: 'Its name or EIN.', required: true }],
    write: ({ organization }) =>
      `Find prospective funders for ${organization}. Find its EIN with resolve_organization, organizations like it with find_similar, and rank who funds them with funders_for_cohort. Leave out those that fund it already (list_funders). For the five best tell what they gave to whom (list_grants), how lately, and in what amounts. ${CLOSING}`,
  },
  {
    name: 'find_nonprofits',
    title: 'Nonprofits for a cause in a place',
    description: 'A short list of organizations that do a kind of work somewhere.',
    arguments: [
      { name: 'cause', description: 'What they do.', required: true },
      { name: 'place', description: 'Where the work is done.', required: false },
    ],
    write: ({ cause, place }) =>
      `List up to ten nonprofits that work on ${cause}${place ? ` in ${place}` : ''}. Use discover_organizations; a place in Query means where the work is done. For each give the passage of its filing that shows it, revenue and latest tax year, and check them together with check_diligence where a key allows it. ${CLOSING}`,
  },
]

/** The prompts as clients list them. */
export const PROMPTS: Prompt[] = WRITTEN.map(({ write: _, ...prompt }) => prompt)

/**
 * Returns a prompt with its arguments. Throws McpError -32602 for an unknown prompt or a missing
 * argument.
 */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = WRITTEN.find((one) => one.name === name)
  if (!prompt) {
    const names = WRITTEN.map((one) => one.name).join(', ')
    throw new McpError(ErrorCode.InvalidParams, `No such prompt; there are ${names}.`)
  }
  const missing = prompt.arguments?.find((one) => one.required && !given[one.name])
  if (missing) throw new McpError(ErrorCode.InvalidParams, `${missing.name} is required.`)
  const text = prompt.write(given)
  return {
    description: prompt.title ?? name,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
