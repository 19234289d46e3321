import type { Ein } from '../../../domain/ein.ts'
import type { Turn } from '../../chat.ts'
import { cleanMessage } from './clean.ts'
import type { Mention, Question } from './question.ts'

/** What a conversation has come to before a message. Only whom and what it is about is kept. */
export type Before = {
  question?: Question
  /** The organization last spoken of. */
  mention?: Mention
  /** Organizations the last answer named, in its order. */
  listed: readonly Ein[]
  /** Whether the last answer asked which of them is meant. */
  isAsked: boolean
}

export const NOTHING_BEFORE: Before = { listed: [], isAsked: false }

const SHOWN_EIN = /\bEIN (\d{2})-(\d{7})\b/g
const MOST_LISTED = 10

/** The question with which an answer asks which organization is meant. */
export const WHICH_ONE = 'Which one do you mean?'

/**
 * What an earlier answer leaves to refer to: the EINs it showed. They are a hint like any other that
 * a client sends; what is said of an organization is read anew.
 */
export function afterAnswer(before: Before, { content }: Turn): Before {
  const text = cleanMessage(content)
  const eins = [...text.matchAll(SHOWN_EIN)].map(([, prefix, serial]) => `${prefix}${serial}`)
  const listed = [...new Set(eins)].slice(0, MOST_LISTED)
  const isAsked = text.includes(WHICH_ONE)
  const [only] = listed
  const isOne = listed.length === 1 && only !== undefined && !isAsked
  return { ...before, listed, isAsked, ...(isOne && { mention: { ein: only } }) }
}

/** What a question leaves to refer to. */
export function afterQuestion(before: Before, question: Question): Before {
  if (question.kind === 'Unknown' || question.kind === 'Help') return before
  const mention = mentionOf(question)
  return { ...before, question, ...(mention && { mention }) }
}

function mentionOf(question: Question): Mention | undefined {
  if ('organizations' in question) return question.organizations.at(-1)
  if (question.kind === 'Grants') return question.funder ?? question.recipient
  return question.kind === 'Lookup' ? { name: question.text } : undefined
}

const ORDINALS: [pattern: RegExp, at: number][] = [
  [/\b(?:first|1st)\b/i, 0],
  [/\b(?:second|2nd)\b/i, 1],
  [/\b(?:third|3rd)\b/i, 2],
  [/\b(?:fourth|4th)\b/i, 3],
  [/\b(?:fifth|5th)\b/i, 4],
  [/\blast one\b/i, -1],
]

/** The organization that "the second one" of the last answer is, and the text without those words. */
export function takeOrdinal(text: string, { listed }: Before): { mention?: Mention; rest: string } {
  if (listed.length < 2) return { rest: text }
  for (const [pattern, at] of ORDINALS) {
    const ein = pattern.test(text) ? listed.at(at) : undefined
    if (ein)
      return { mention: { ein }, rest: text.replace(pattern, '|').replace(/\bones?\b/i, '|') }
  }
  return { rest: text }
}
