import type { z } from 'zod'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { describeFiled } from '#src/domain/facts/narrative.ts'
import { dropUnseen, quoteFiled, toFiledName, toPlainFiled } from '#src/domain/filed-text.ts'
import type { Form } from '#src/domain/form.ts'
import { formatCount, formatDollars } from '#src/domain/money.ts'
import { sayPoints } from '#src/rating/verdict.ts'
import type { Citation, FilingShown } from '#src/tools/cite.ts'
import type { ToolFigure } from '#src/tools/organization/figures.ts'
import { inSlot, type Tool, type ToolAnswer, type ToolDeps } from '#src/tools/tool.ts'
import type { ChatEvent } from '../../chat.ts'
import { isMereName, maskFiledWords } from '../../grounding/forbidden.ts'
import { cleanMessage } from '../questions/names.ts'

/** The events of an answer, in order. */
export type Said = AsyncGenerator<ChatEvent, void>

/** Yields a sentence on its own line, without markup, then its citations. */
export function* say(text: string, ...citations: (Citation | undefined)[]): Generator<ChatEvent> {
  const [indent] = /^ */.exec(text) ?? ['']
  yield { kind: 'text', text: `${indent}${toPlainFiled(text)}\n` }
  for (const citation of citations) if (citation) yield { kind: 'citation', citation }
}

// The citation links to the complete text.
const LONGEST_QUOTE = 300

/** Returns a shortened filed text in quotation marks. */
export const quote = (text: string): string =>
  quoteFiled(maskFiled(describeFiled(text) ?? text), LONGEST_QUOTE)

/** Returns a filed name or place for a sentence, in quotes if it contains more than a name. */
export function plainName(text: string): string {
  const name = maskFiled(text)
  return isMereName(name) ? toFiledName(name) : quote(name)
}

// Invisible characters are dropped first, because they could hide a key.
const maskFiled = (text: string): string =>
  maskFiledWords(cleanMessage(dropUnseen(text))).replaceAll('://', ': //')

/** "EIN 12-3456789"; follow-up questions find it by this form. */
export const sayEin = (ein: string): string => `EIN ${formatEin(ein)}`

/** "Harbor House (EIN 12-3456789)" */
export const sayWho = ({ ein, name }: { ein: string; name: string }): string =>
  `${plainName(name)} (${sayEin(ein)})`

/** "Form 990 for tax year 2022" */
export const sayFiling = ({ form, taxYear }: Pick<FilingShown, 'form' | 'taxYear'>): string =>
  `${FORM_NAMES[form]} for tax year ${taxYear}`

/** "Form 990-PF" */
export const sayForm = (form: Form): string => FORM_NAMES[form]

/** Formats whole dollars; cents of awards are rounded. */
export const sayDollars = (amount: number): string => formatDollars(Math.round(amount))

/** Formats a value in its unit: dollars and counts in full, shares and months to one decimal. */
export function sayValue({ value, unit }: Pick<ToolFigure, 'value' | 'unit'>): string {
  if (unit === 'USD') return sayDollars(value)
  if (unit === 'ratio') return `${(value * 100).toFixed(1)}%`
  if (unit === 'months') return `${value.toFixed(1)} months`
  return formatCount(value)
}

/** "82 of 100 (Good)" */
export const sayScore = (score: number, band: string | undefined, possible?: number): string =>
  `${sayPoints(score, possible)}${band ? ` (${band})` : ''}`

/** Ends every answer about filings. */
export const LAG = 'These figures are as filed with the IRS. Filings lag behind current operations.'

/** "a", "a and b", "a, b, and c" */
export const sayList = (items: readonly string[]): string =>
  new Intl.ListFormat('en-US').format(items)

/** Calls tools for one answer and counts the calls. */
export type Work = {
  /**
   * Runs a tool. Throws the tool's errors, the signal's reason if that aborts, and `TooMuchWork`.
   */
  call: <Params extends z.ZodType, Answer extends ToolAnswer>(
    tool: Tool<Params, Answer>,
    params: z.output<Params>,
  ) => Promise<Answer>
}

/** Thrown if a question needs more calls than one answer may make. */
export class TooMuchWork extends Error {}

// A comparison of five organizations makes about a dozen calls of two or three round trips;
// splitting names at each "and" adds some.
const MAX_CALLS = 24

/** Creates the work for one answer. */
export function startWork(deps: ToolDeps, signal: AbortSignal): Work {
  let calls = 0
  return {
    call: async (tool, params) => {
      signal.throwIfAborted()
      calls += 1
      if (calls > MAX_CALLS) throw new TooMuchWork('The question needs too many lookups.')
      const answer = await inSlot(deps, signal, () => tool.run(deps, params, signal))
      signal.throwIfAborted()
      return answer
    },
  }
}
