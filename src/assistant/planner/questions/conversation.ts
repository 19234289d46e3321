import type { Ein } from '#src/domain/ein.ts'
import type { Turn } from '../../chat.ts'
import { cleanMessage } from './names.ts'
import type { Mention, Question } from './question.ts'

/** What came before a message: only the organizations and the question. */
export type Before = {
  question?: Question
  /** The organization mentioned last. */
  mention?: Mention
  /** Organizations in the order they were mentioned, each once. */
  spoken: readonly Mention[]
  /** Organizations in the last answer, in its order. */
  listed: readonly Ein[]
  /** Whether the last answer asked which organization is meant. */
  isAsked: boolean
}

export const NOTHING_BEFORE: Before = { spoken: [], listed: [], isAsked: false }

const SHOWN_EIN = /\bEIN (\d{2})-(\d{7})\b/g
const MAX_LISTED = 10

/** How an answer asks which organization is meant. */
export const WHICH_ONE = 'Which one do you mean?'

/**
 * Returns the context after an earlier answer, based on its EINs. The client sends them, so the
 * context is only a hint.
 */
export function afterAnswer(before: Before, { content }: Turn): Before {
  const text = cleanMessage(content)
  const eins = [...text.matchAll(SHOWN_EIN)].map(([, prefix, serial]) => `${prefix}${serial}`)
  const listed = [...new Set(eins)].slice(0, MAX_LISTED)
  const isAsked = text.includes(WHICH_ONE)
  const [only] = listed
  const isOne = listed.length === 1 && only !== undefined && !isAsked
  if (!isOne) return { ...before, listed, isAsked }
  const { question } = before
  // The answer shows the EIN of the name in the question.
  const named = question && mentionOf(question) ? before.spoken.slice(0, -1) : before.spoken
  const mention = { ein: only }
  return { ...before, listed, isAsked, mention, spoken: withSpoken(named, mention) }
}

/** Returns the context after a question. */
export function afterQuestion(before: Before, question: Question): Before {
  if (question.kind === 'Unknown' || question.kind === 'Help') return before
  const mention = mentionOf(question)
  const own = 'organizations' in question ? question.organizations : mention ? [mention] : []
  const spoken = own.reduce(withSpoken, before.spoken)
  return { ...before, question, spoken, ...(mention && { mention }) }
}

function withSpoken(spoken: readonly Mention[], mention: Mention): readonly Mention[] {
  const key = (one: Mention) => JSON.stringify(one).toLowerCase()
  return [...spoken.filter((one) => key(one) !== key(mention)), mention].slice(-MAX_LISTED)
}

function mentionOf(question: Question): Mention | undefined {
  if ('organizations' in question) return question.organizations.at(-1)
  if (question.kind === 'Grants') return question.funder ?? question.recipient
  return question.kind === 'Lookup' ? { name: question.text } : undefined
}

const ORDINALS = ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th', 'last']
const ORDINAL = ORDINALS.join('|')
// Ends "the second" unless it begins a name ("second harvest food bank") or counts something ("its
// first year").
const ENDS = String.raw`(?=['’]s\b|\s*(?:$|[?.!,;|])|\s+(?:and|or|vs|versus|with|to|than|for|from|on|at|is|was|has|had|does|did|do)\b)`
const ONE_OF_LIST = new RegExp(
  String.raw`\b(?:the )?(?<one>${ORDINAL}) ones?\b|\bthe (?<nth>${ORDINAL})\b${ENDS}|(?<=\band )(?<next>${ORDINAL})\b${ENDS}`,
  'gi',
)

/** Returns the organizations that "the second one" refers to, and the text without those words. */
export function takeOrdinals(
  text: string,
  { listed }: Before,
): { mentions: Mention[]; rest: string } {
  if (listed.length < 2) return { mentions: [], rest: text }
  const mentions: Mention[] = []
  const rest = text.replaceAll(ONE_OF_LIST, (words: string, ...more: unknown[]) => {
    const { one, nth, next } = more.at(-1) as Record<string, string | undefined>
    const at = ORDINALS.findIndex((said) =>
      said.split('|').includes((one ?? nth ?? next ?? '').toLowerCase()),
    )
    const ein = listed.at(at === ORDINALS.length - 1 ? -1 : at)
    if (ein !== undefined) mentions.push({ ein })
    return ein === undefined ? words : '|'
  })
  return { mentions, rest }
}
