import { parseTypedEin } from '#src/domain/ein.ts'
import { findState } from '#src/domain/places.ts'
import { interpretQuery, type PhraseKey } from '#src/search/interpretation/interpret-query.ts'
import type { ChatContext } from '../../chat.ts'
import { anyOf } from '../../phrases.ts'
import type { Before } from './conversation.ts'
import { CUES, FIND, MANY, RECOVER } from './cues.ts'
import { askAgain } from './follow-ups.ts'
import { isOfMany, readSuperlative } from './many.ts'
import { cleanName, hasMask, toMention, trimToName, unmask } from './names.ts'
import type { Question } from './question.ts'
import { about, type Reading } from './reading.ts'

/**
 * Reads a question about many organizations: a sorted search, more results, or a question that
 * cannot be answered.
 */
export function readOfMany({ masked, dated, before, context }: Reading): Question | undefined {
  const text = unmask(masked, dated)
  const search = readMore(text, before, context) ?? readSearchAgain(text, before)
  if (search) return search
  if (hasMask(masked.text)) return undefined
  return (
    readSuperlative(text) ?? (isOfMany(text) ? { kind: 'Unknown', reason: 'OfMany' } : undefined)
  )
}

/** Reads a request for other words after a search that found nothing. */
export function readRecovery({ masked, rest, before, context }: Reading): Question | undefined {
  if (rest.search(RECOVER) < 0) return undefined
  const quoted = masked.names.map(cleanName).find((name) => !parseTypedEin(name))
  const last = before.question && 'text' in before.question ? before.question.text : undefined
  const text = quoted ?? (context.searchQuery ? cleanName(context.searchQuery) : last)
  return text ? { kind: 'Recover', text } : undefined
}

const NOT_SEARCHED = new Set([
  'Compare',
  'Funders',
  'Grantees',
  'Advice',
  'Help',
  'Sector',
  'Checks',
])

/** Reads a search for organizations of a kind or place. */
export function readFind({ masked, rest, dated, limit }: Reading): Question | undefined {
  const cue = CUES.find(([, pattern]) => rest.search(pattern) >= 0)?.[0]
  if (cue && NOT_SEARCHED.has(cue)) return undefined
  const isAsked = rest.search(FIND) >= 0
  const text = searchText(unmask(masked, dated))
  const read = interpretQuery(text)
  const isNarrowed = read.phrases.some(({ key }) => CHANGED.has(key))
  const isMany = MANY.test(masked.text) || read.cause !== undefined
  const isFound =
    isMany && (isNarrowed || isAsked || /\b(?:that|for|who|which|helping|near|in)\b/i.test(rest))
  return isFound && text !== '' ? { kind: 'Find', text, ...limit } : undefined
}

const searchText = (text: string): string =>
  cleanName(
    text
      .replace(FIND, ' ')
      .replaceAll('|', ' ')
      .replace(/[?!.]+\s*$/, '')
      .replace(/^\s*(?:(?:the|a|an|any|some|of|top(?![ -]rated))\s+)+/i, ''),
  )

// Requests and small talk, which are never a name or a search.
const TALK =
  /^(?:what|how|why|when|who|where|is|are|do|does|did|can|could|would|will|should|write|ignore|forget|pretend|act|print|repeat|tell|translate|say|you|please|reveal|output|disregard|run|execute|delete|drop|select|sing|make|system|assistant|user)\b|\b(?:you|your|i|i'm|me|my|instructions?|prompts?|passwords?|secrets?|api keys?|weather|joke|poem|http|https|www)\b|[<>{}[\]=;$`|]/i
// The length of the longest names people type.
const MAX_WORDS = 12

const EIN_TYPED = /\b\d{2}[- ]?\d{7}\b|\b\d{8}\b/

/** Reads the rest as a name or a search, if it can be one. */
export function readLookup({ masked, before, rest }: Reading): Question {
  const text = unmask(masked, masked.text)
  // The EIN decides; words beside it are reported as unread.
  const ein = masked.names.map((one) => parseTypedEin(one)).find((one) => one !== undefined)
  const beside = cleanName(trimToName(ein === undefined ? '' : text.replace(EIN_TYPED, ' ')))
  if (ein !== undefined && beside !== '' && !TALK.test(text)) {
    return about('Identity', [{ ein }], { unread: [beside] })
  }
  const isOne = text.split(' ').length <= MAX_WORDS && !TALK.test(text.replace(/[?!.]+$/, ''))
  const name = cleanName(text).replace(/[?!.,\s]+$/, '')
  if (!isOne || !/[\p{L}\p{N}]{2}/u.test(name) || trimToName(rest) === '')
    return { kind: 'Unknown' }
  const mention = toMention(name)
  return (mention && askAgain(before, mention)) ?? { kind: 'Lookup', text: name }
}

const MORE =
  /^\W*(?:please )?(?:(?:can|could) you )?(?:(?:show|give)(?: me)?(?: some)? (?:more|the rest|the others|the results)|more(?: results| please| of (?:these|them|those))?|what (?:did|does) (?:this|it|that|the search|this search|my search) (?:find|show|return)|what (?:was|did you) found?|what are (?:these|the) results)\W*$/i
// The most results an answer shows.
const MAX_SHOWN = 10

/** "Show me more", "what did this find": the open search or the previous one, with all results. */
function readMore(text: string, before: Before, page: ChatContext): Question | undefined {
  if (!MORE.test(text)) return undefined
  const search = page.searchQuery ? cleanName(page.searchQuery) : searchBefore(before)
  if (search === undefined || search === '') return undefined
  return { kind: 'Find', text: search, limit: MAX_SHOWN }
}

function searchBefore({ question, isAsked }: Before): string | undefined {
  if (question?.kind === 'Find') return question.text
  const isSearch =
    question?.kind === 'Lookup' && !isAsked && interpretQuery(question.text).cause !== undefined
  return isSearch ? question.text : undefined
}

// Words that refer to the previous search.
const POINTING = anyOf(
  'gi',
  `
  and | but | or | only | just | those | these | ones? | them | they | which | what | who |
  about | how | show | me | narrow | down | to | now | sort(ed)?(?= ) | please | is | are |
  has | have | of | with | the | ok | okay | also
`,
)
const CHANGED = new Set<PhraseKey>([
  ...(['worksInStates', 'state', 'city', 'minRevenue', 'maxRevenue', 'sort'] as const),
])

/**
 * Repeats the previous search with another place, amount, or order ("and in Texas?", "only those
 * over $15M").
 */
function readSearchAgain(text: string, before: Before): Question | undefined {
  const last = searchBefore(before)
  if (last === undefined || MANY.test(text)) return undefined
  const said = cleanName(text.replaceAll(POINTING, ' ').replaceAll(/[?!.]+/g, ' '))
  const place = said.replace(/^in /i, '')
  const change = 'code' in findState(place) ? `in ${place}` : said
  const { text: left, phrases } = interpretQuery(change)
  const keys = new Set(phrases.map(({ key }) => key))
  if (left !== '' || keys.size === 0 || ![...keys].every((key) => CHANGED.has(key)))
    return undefined
  const kept = interpretQuery(last).phrases.reduce(
    (so, { key, phrase }) => (keys.has(key) ? so.replace(phrase, ' ') : so),
    last,
  )
  return { kind: 'Find', text: cleanName(`${kept} ${change}`) }
}
