import { parseTypedEin } from '../../../domain/ein.ts'
import { interpretQuery } from '../../../search/interpretation/interpret-query.ts'
import { cleanName } from './clean.ts'
import { CUES, FIND, MANY, RECOVER } from './cues.ts'
import { askAgain } from './follow-ups.ts'
import { isOfMany, readSuperlative } from './many.ts'
import { hasMask, toMention, trimToName, unmask } from './names.ts'
import type { Question } from './question.ts'
import type { Reading } from './reading.ts'
import { about } from './reading.ts'
import { readMore, readSearchAgain } from './search-again.ts'

/** What is asked over many: a search that sorts them, more of a search, or what is told of one only. */
export function readOfMany({ masked, dated, before, context }: Reading): Question | undefined {
  const text = unmask(masked, dated)
  const search = readMore(text, before, context) ?? readSearchAgain(text, before)
  if (search) return search
  if (hasMask(masked.text)) return undefined
  return (
    readSuperlative(text) ?? (isOfMany(text) ? { kind: 'Unknown', reason: 'OfMany' } : undefined)
  )
}

/** A search that found nothing, to be put otherwise. */
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

/** Organizations of a kind or place, none of them by name. */
export function readFind({ masked, rest, dated, limit }: Reading): Question | undefined {
  const cue = CUES.find(([, pattern]) => rest.search(pattern) >= 0)?.[0]
  if (cue && NOT_SEARCHED.has(cue)) return undefined
  const isAsked = rest.search(FIND) >= 0
  const text = searchText(unmask(masked, dated))
  const read = interpretQuery(text)
  const keys = new Set(read.phrases.map(({ key }) => key))
  const isNarrowed = ['state', 'minRevenue', 'maxRevenue', 'sort'].some((key) =>
    keys.has(key as 'state'),
  )
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

// Requests and talk to whoever answers; a name or a search has none of it.
const TALK =
  /^(?:what|how|why|when|who|where|is|are|do|does|did|can|could|would|will|should|write|ignore|forget|pretend|act|print|repeat|tell|translate|say|you|please|reveal|output|disregard|run|execute|delete|drop|select|sing|make|system|assistant|user)\b|\b(?:you|your|i|i'm|me|my|instructions?|prompts?|passwords?|secrets?|api keys?|weather|joke|poem|http|https|www)\b|[<>{}[\]=;$`|]/i
// The longest names people type; a text that is longer tells something.
const MOST_WORDS = 12

const EIN_TYPED = /\b\d{2}[- ]?\d{7}\b|\b\d{8}\b/

/** What is left: a name or a search in plain words, when it can be one. */
export function readLookup({ masked, before, rest }: Reading): Question {
  const text = unmask(masked, masked.text)
  // An EIN says who is meant; the words beside it were not read.
  const ein = masked.names.map((one) => parseTypedEin(one)).find((one) => one !== undefined)
  const beside = cleanName(trimToName(ein === undefined ? '' : text.replace(EIN_TYPED, ' ')))
  if (ein !== undefined && beside !== '' && !TALK.test(text)) {
    return about('Identity', [{ ein }], { unread: [beside] })
  }
  const isOne = text.split(' ').length <= MOST_WORDS && !TALK.test(text.replace(/[?!.]+$/, ''))
  const name = cleanName(text).replace(/[?!.,\s]+$/, '')
  if (!isOne || !/[\p{L}\p{N}]{2}/u.test(name) || trimToName(rest) === '')
    return { kind: 'Unknown' }
  const mention = toMention(name)
  return (mention && askAgain(before, mention)) ?? { kind: 'Lookup', text: name }
}
