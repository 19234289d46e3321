import { formatEin } from '#src/domain/ein.ts'
import { toFiledName } from '#src/domain/filed-text.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type Ask, callTool } from '#src/tools/ask.ts'
import { type Line, line } from '#src/tools/line.ts'
import type { Given } from '#src/tools/tool.ts'
import { toolOf } from '#src/tools/tools.ts'
import type { Kind, Message, Organization } from './message.ts'

/** A part of an answer: a line, questions to choose from, or the id of proposed searches. */
export type Said = Line | { choices: string[] } | { recovery: string }

/** The response to a call: the API's JSON, and its lines. */
export type Response = { body: unknown; lines: Line[] }

/** A question of one kind, and the calls that answer it. */
export type Asked = {
  kind: Kind
  message: Message
  /**
   * Calls a tool; `most` is the maximum of rows of each list. Throws ApiError for an error of the API,
   * and `TooMuchWork`.
   */
  call: (tool: string, given: Given, most?: number) => Promise<Response>
}

/** Answers a question: the first line is the answer, then figures, then what was not considered. */
export type Frame = (asked: Asked) => AsyncGenerator<Said>

/** Says a part of an answer, about one of its organizations. */
export type OfOne = (one: Organization, asked: Asked) => AsyncGenerator<Said>

/** Thrown if a question needs more calls than one answer may make. */
export class TooMuchWork extends Error {}

// Comparing and listing five organizations makes a dozen calls.
const MAX_CALLS = 40

/** Returns the function by which frames call tools. */
export function openCalls(ask: Ask): Asked['call'] {
  let calls = 0
  return async (name, given, most) => {
    calls += 1
    if (calls > MAX_CALLS) throw new TooMuchWork('The question needs too many calls.')
    const tool = toolOf(name)
    if (!tool) throw new Error(`There is no tool ${name}.`)
    const { answer, lines } = await callTool(tool, given, ask, most)
    if (answer.status !== 200) throw toError(answer.body, answer.errorCode)
    return { body: answer.body, lines }
  }
}

function toError(body: unknown, code: ApiError['code'] = 'InternalError'): ApiError {
  const { detail, error } = body as { detail?: unknown; error?: string }
  const message =
    error ??
    (Array.isArray(detail)
      ? detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
      : (detail as { Message?: string } | undefined)?.Message)
  return new ApiError(code, message === undefined ? {} : { message: withoutPath(message) })
}

/** People cannot request a path of the API. */
export const withoutPath = (text: string): string =>
  text.replace(/ For the available data, request \S+$/, '')

/** "Harbor House (EIN 12-3456789)"; follow-up questions find the organization by its EIN. */
export const sayWho = ({ ein, name }: Pick<Organization, 'ein' | 'name'>): string =>
  `${toFiledName(name)} (EIN ${formatEin(ein)})`

/** Marks words of a message as used, so that the answer does not list them as unused. */
export function use(message: Message, ...words: readonly string[]): void {
  const used = words.flatMap((word) => word.toLowerCase().split(/\s+/))
  message.unread = message.unread.filter((word) => !used.includes(word.toLowerCase()))
}

/** Ends every answer with figures of filings. */
export const LAG: Line = line`These figures are as filed with the IRS. Filings lag behind current operations.`
