import { withoutFunctionWords } from '../../domain/function-words.ts'
import type { Sort } from '../params.ts'

/**
 * What a query in plain words asks for besides its subject (decisions part 7, B search). Each
 * recognized phrase is taken out of `text`; `phrases` shows which words became what.
 */
export type Interpretation = {
  /** What is left to search for, as typed; empty where the phrases say all that is asked. */
  text: string
  ein?: string
  /** States, in any of which the organizations work or are registered. */
  states?: { code: string; label: string }[]
  /** Whole dollars of the latest filed revenue. */
  minRevenue?: number
  maxRevenue?: number
  sort?: Sort
  cause?: { codes: string[]; label: string }
  phrases: Phrase[]
}

/** Words of the query and what they were read as; `key` is the part of a search they set. */
export type Phrase = {
  phrase: string
  meaning: string
  key: 'ein' | 'sort' | 'minRevenue' | 'maxRevenue' | 'state' | 'cause' | 'not understood'
}

/** Reads one kind of phrase, and gives back what it was given where there is none. */
export type Step = (found: Interpretation) => Interpretation

/** Where words stand in the text. */
export type Span = { start: number; end: number }

export const spanOf = (match: RegExpExecArray): Span => ({
  start: match.index,
  end: match.index + match[0].length,
})

/** Takes words out of the text and shows what they were read as; a range sets two parts. */
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

/** A text without the words that name any organization. */
export const subjectOf = (text: string): string =>
  text.replace(GENERIC, ' ').replaceAll(/\s+/g, ' ').trim()

/** Whether a text asks for something, and not only for organizations ("what are the charities?"). */
export const hasSubject = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(withoutFunctionWords(subjectOf(text)))
