import { findState } from '../../../domain/find-state.ts'
import { interpretQuery } from '../../../search/interpretation/interpret-query.ts'
import type { Phrase } from '../../../search/interpretation/phrases.ts'
import type { ChatContext } from '../../chat.ts'
import { cleanName } from './clean.ts'
import type { Before } from './conversation.ts'
import { MANY } from './cues.ts'
import type { Question } from './question.ts'

const MORE =
  /^\W*(?:please )?(?:(?:can|could) you )?(?:(?:show|give)(?: me)?(?: some)? (?:more|the rest|the others|the results)|more(?: results| please| of (?:these|them|those))?|what (?:did|does) (?:this|it|that|the search|this search|my search) (?:find|show|return)|what (?:was|did you) found?|what are (?:these|the) results)\W*$/i
// As many as a search of the assistant shows at most.
const MOST_SHOWN = 10

/** "Show me more", "what did this find": the search of the page, or the one before, at full length. */
export function readMore(text: string, before: Before, page: ChatContext): Question | undefined {
  if (!MORE.test(text)) return undefined
  const search = page.searchQuery ? cleanName(page.searchQuery) : searchBefore(before)
  if (search === undefined || search === '') return undefined
  return { kind: 'Find', text: search, limit: MOST_SHOWN }
}

function searchBefore({ question, isAsked }: Before): string | undefined {
  if (question?.kind === 'Find') return question.text
  const isSearch =
    question?.kind === 'Lookup' && !isAsked && interpretQuery(question.text).cause !== undefined
  return isSearch ? question.text : undefined
}

// What points at a search before, and is no part of the next.
const POINTING =
  /\b(?:and|but|or|only|just|those|these|ones?|them|they|which|what|who|about|how|show|me|narrow|down|to|now|sort(?:ed)?(?= )|please|is|are|has|have|of|with|the|ok|okay|also)\b/gi
const CHANGED = new Set<Phrase['key']>(['state', 'minRevenue', 'maxRevenue', 'sort'])

/** A search before with another place, amount or order ("and in Texas?", "only those over $15M"). */
export function readSearchAgain(text: string, before: Before): Question | undefined {
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
