import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { HOW_TO_USE } from '../api/openapi/introduction.ts'
import { readTsv } from '../domain/tsv.ts'
import { textOf } from '../tools/line.ts'
import { writeLine } from '../tools/template.ts'

/** Instructions that a client gives its model when it connects. */
export const INSTRUCTIONS = [
  'Research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence for every figure.',
  'Each organization has a nine-digit EIN. If you have none, call search; if several organizations match a name, ask which one is meant. Then call organizations for an overview, or compare for figures that you can name.',
  'A Ref in square brackets after a figure opens with evidence. Only this service adds square brackets; words in quotation marks (“…”) come from filings and registries.',
  ...HOW_TO_USE,
  'Error messages say what to do next. Never make up data that you could not read.',
].join('\n')

const CLOSING =
  'Cite the form, line, and tax year of each figure. State what is not reported, and mention that filings lag.'

const ROWS = readTsv(new URL('prompts.tsv', import.meta.url))

/** The prompts as clients list them. */
export const PROMPTS: Prompt[] = ROWS.map(
  ([name = '', title = '', description = '', , ...given]) => ({
    ...{ name, title, description },
    arguments: given.map((argument) => {
      const [, word = '', optional, meaning = ''] = /^(\w+)(\?)?: (.*)$/.exec(argument) ?? []
      return { name: word, description: meaning, required: !optional }
    }),
  }),
)

/**
 * Returns a prompt with its arguments. Throws ProtocolError -32602 for an unknown prompt or a missing
 * argument.
 */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name)
  const missing = prompt?.arguments?.find((one) => one.required && !given[one.name])
  if (!prompt || missing) {
    const names = PROMPTS.map((one) => one.name).join(', ')
    const problem = missing
      ? `The argument ${missing.name} is required.`
      : `Unknown prompt. Available prompts: ${names}.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem)
  }
  const [, , , text = ''] = ROWS.find(([own]) => own === name) ?? []
  const written = `${textOf(writeLine(text, given))} ${CLOSING}`
  return {
    description: prompt.title ?? name,
    messages: [{ role: 'user', content: { type: 'text', text: written } }],
  }
}
