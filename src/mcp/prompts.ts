import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { HOW_TO_USE } from '../api/openapi/introduction.ts'

/** Instructions that a client gives its model when it connects. */
export const INSTRUCTIONS = [
  'Research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence for every figure.',
  'Each organization has a nine-digit EIN. If you have none, call search; if several organizations match a name, ask which one is meant. Then call organizations for an overview, or compare for figures that you can name.',
  'A Ref in square brackets after a figure opens with evidence. Only this service adds square brackets; words in quotation marks (“…”) come from filings and registries.',
  ...HOW_TO_USE,
  'Error messages say what to do next. Never make up data that you could not read.',
].join('\n')

type Written = Prompt & { write: (given: Readonly<Record<string, string>>) => string }

const CLOSING =
  'Cite the form, line, and tax year of each figure. State what is not reported, and mention that filings lag.'

const WRITTEN: readonly Written[] = [
  {
    name: 'diligence',
    title: 'Diligence memo',
    description: "Writes a short memo on an organization's reliability, with sources.",
    arguments: [
      { name: 'organization', description: 'Name or EIN of the organization.', required: true },
    ],
    write: ({ organization }) =>
      `Write a one-page diligence memo on ${organization}. Find its EIN with search, and make sure that you have the right organization. Call organizations with EINs for the compliance check, with EIN for the profile, and with Section for Checks and Governance; call rating and people. State each reason for review with its source. Open the evidence for your conclusions with evidence. ${CLOSING}`,
  },
  {
    name: 'find_funders',
    title: 'Prospective funders',
    description:
      'Finds prospective funders for an organization among the funders of similar organizations.',
    arguments: [
      { name: 'organization', description: 'Name or EIN of the organization.', required: true },
    ],
    write: ({ organization }) =>
      `Find prospective funders for ${organization}. Find its EIN with search, and list the funders of similar organizations with money and Prospective. To choose the similar organizations yourself, call search with SimilarTo and money with EINs, and exclude current funders. For each of the five best prospects, use grants to state who received its grants, for what purpose, how recently, and in what amounts. ${CLOSING}`,
  },
  {
    name: 'find_nonprofits',
    title: 'Nonprofits by cause and place',
    description: 'Lists organizations that work on a cause in a place.',
    arguments: [
      { name: 'cause', description: 'What the organizations do.', required: true },
      { name: 'place', description: 'Where the work is done.', required: false },
    ],
    write: ({ cause, place }) =>
      `List up to ten nonprofits that work on ${cause}${place ? ` in ${place}` : ''}. Use search; a place in Query means where the work is done. For each organization, say why it matches, and state its revenue and tax year. If a key is set, check all of them with one call of organizations with EINs. ${CLOSING}`,
  },
]

/** Returns the prompts as clients list them. */
export const PROMPTS: Prompt[] = WRITTEN.map(({ write: _, ...prompt }) => prompt)

/**
 * Returns a prompt with its arguments. Throws ProtocolError -32602 for an unknown prompt or a missing
 * argument.
 */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = WRITTEN.find((one) => one.name === name)
  if (!prompt) {
    const names = WRITTEN.map((one) => one.name).join(', ')
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown prompt. Available prompts: ${names}.`,
    )
  }
  const missing = prompt.arguments?.find((one) => one.required && !given[one.name])
  if (missing)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The argument ${missing.name} is required.`,
    )
  const text = prompt.write(given)
  return {
    description: prompt.title ?? name,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
