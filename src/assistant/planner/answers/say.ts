import { FORM_NAMES } from '../../../domain/facts/citation.ts'
import { describeFiled } from '../../../domain/facts/narrative.ts'
import { dropUnseen, quoteFiled, toFiledName, toPlainFiled } from '../../../domain/filed-text.ts'
import type { Form } from '../../../domain/form.ts'
import type { ChatEvent, Citation } from '../../chat.ts'
import { isMereName, maskFiledWords } from '../../grounding/filed-words.ts'
import type { FilingShown, ToolFigure } from '../../tools/figures.ts'
import { cleanMessage } from '../questions/clean.ts'

/** An answer as it comes to be. */
export type Said = AsyncGenerator<ChatEvent, void>

/** A sentence on a line of its own, without markup, followed by what proves it. */
export function* say(text: string, ...citations: (Citation | undefined)[]): Generator<ChatEvent> {
  const [indent] = /^ */.exec(text) ?? ['']
  yield { kind: 'text', text: `${indent}${toPlainFiled(text)}\n` }
  for (const citation of citations) if (citation) yield { kind: 'citation', citation }
}

// A quotation shows what is meant; whoever wants all of it opens the citation.
const LONGEST_QUOTE = 300

/** A filed text in quotation marks, cut. */
export const quote = (text: string): string =>
  quoteFiled(maskFiled(describeFiled(text) ?? text), LONGEST_QUOTE)

/**
 * A name or place of a filing or registry as it may stand in a sentence; in quotes where it is more
 * than a name, such as one that tells of an amount.
 */
export function plainName(text: string): string {
  const name = maskFiled(text)
  return isMereName(name) ? toFiledName(name) : quote(name)
}

// Unseen characters go first, or a key they are part of would not be found.
const maskFiled = (text: string): string =>
  maskFiledWords(cleanMessage(dropUnseen(text))).replaceAll('://', ': //')

/** "EIN 12-3456789", as answers name it everywhere; a follow-up finds it again by this. */
export const sayEin = (ein: string): string => `EIN ${ein.slice(0, 2)}-${ein.slice(2)}`

/** "Harbor House (EIN 12-3456789)" */
export const sayWho = ({ ein, name }: { ein: string; name: string }): string =>
  `${plainName(name)} (${sayEin(ein)})`

/** "Form 990 of tax year 2022" */
export const sayFiling = ({ form, taxYear }: Pick<FilingShown, 'form' | 'taxYear'>): string =>
  `${FORM_NAMES[form]} of tax year ${taxYear}`

/** "Form 990-PF" */
export const sayForm = (form: Form): string => FORM_NAMES[form]

/** Dollars to the dollar, as leaves of returns hold them; cents of awards are rounded. */
export const sayDollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${Math.abs(Math.round(amount)).toLocaleString('en-US')}`

/** A value in its unit: dollars and counts in full, shares and months to one decimal. */
export function sayValue({ value, unit }: Pick<ToolFigure, 'value' | 'unit'>): string {
  if (unit === 'USD') return sayDollars(value)
  if (unit === 'ratio') return `${(value * 100).toFixed(1)}%`
  if (unit === 'months') return `${value.toFixed(1)} months`
  return value.toLocaleString('en-US')
}

/** Said once in every answer about filings (interface part 1.8). */
export const LAG =
  'These figures are as filed with the IRS; filings lag behind current operations by a year or more.'

/** "a", "a and b", "a, b and c" */
export const sayList = (items: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(items)

/** "1 grant", "2 grants" */
export const sayCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
