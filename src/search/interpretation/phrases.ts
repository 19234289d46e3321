import { withoutFunctionWords } from '../../domain/function-words.ts'
import type { Sort } from '../params.ts'

/**
 * What a query in plain words asks for in addition to its subject. Each recognized phrase is removed
 * from `text`; `phrases` shows which words became what.
 */
export type Interpretation = {
  /** The remaining search words, as typed; empty when the phrases cover everything. */
  text: string
  ein?: string
  /** The organizations work or are registered in one of these states. */
  states?: { code: string; label: string }[]
  /** Whole dollars of the latest filed revenue. */
  minRevenue?: number
  maxRevenue?: number
  sort?: Sort
  cause?: { codes: string[]; label: string }
  phrases: Phrase[]
}

/** Words of the query and their meaning; `key` is the part of the search that they set. */
export type Phrase = {
  phrase: string
  meaning: string
  key: 'ein' | 'sort' | 'minRevenue' | 'maxRevenue' | 'state' | 'cause' | 'not understood'
}

/** Extracts one kind of phrase; returns its input when the text has none. */
export type Step = (found: Interpretation) => Interpretation

/** A range of characters of the text. */
export type Span = { start: number; end: number }

export const spanOf = (match: RegExpExecArray): Span => ({
  start: match.index,
  end: match.index + match[0].length,
})

/** Removes words from the text and adds their meanings; "between" has two. */
export function take(
  found: Interpretation,
  { start, end }: Span,
  ...read: Pick<Phrase, 'key' | 'meaning'>[]
): Interpretation {
  const { text } = found
  const phrase = text
    .slice(start, end)
    .replace(/^[\s,]+/, '')
    .trimEnd()
  return {
    ...found,
    text: `${text.slice(0, start)} ${text.slice(end)}`.replaceAll(/\s+/g, ' ').trim(),
    phrases: [...found.phrases, ...read.map((own) => ({ phrase, ...own }))],
  }
}

const GENERIC = /\b(?:organi[sz]ations?|charit(?:y|ies)|non-?profits?|groups?|causes?|ngos?)\b/gi

/** Returns a text without the words that fit any organization. */
export const subjectOf = (text: string): string =>
  text.replace(GENERIC, ' ').replaceAll(/\s+/g, ' ').trim()

/** Whether a text has a subject; "what are the charities?" has none. */
export const hasSubject = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(withoutFunctionWords(subjectOf(text)))
