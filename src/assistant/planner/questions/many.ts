import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { patternOf } from '../../phrases.ts'
import { MANY } from './cues.ts'
import { cleanName, hasMask } from './names.ts'
import type { Mention, Question } from './question.ts'

const KIND = `(?:organi[sz]ation|charit(?:y|ies)|non-?profit|foundation|group|ngo|church|hospital|museum|school|shelter|bank|pantry|pantries|clinic)s?`
const TOP = `(?:largest|biggest|richest|wealthiest|newest|(?:highest|best|top)[ -]rated|most efficient)`
/** "Which is the largest food bank?" */
const LARGEST = new RegExp(
  String.raw`^\W*(?:which|what|who)(?:'s| is| are) the (?<top>${TOP}) (?<kind>[^,?]*?\b${KIND}\b[^,?]*?)\W*$`,
  'i',
)
/** "Which charity has the highest revenue?" */
const HIGHEST = new RegExp(
  String.raw`^\W*(?:which|what) (?<kind>[^,?]*?\b${KIND})\b(?<place>[^,?]*?) (?:has|have|had|with) the (?:highest|largest|biggest|most) (?:total |annual )?(?<by>revenues?|income|budget|assets|rating|score)\W*$`,
  'i',
)
const SORTS: [RegExp, string][] = [
  [/revenue|income|budget/i, 'revenue'],
  [/assets/i, 'assets'],
  [/rating|score/i, 'rating'],
]

/** Returns a superlative over many organizations as a sorted search. */
export function readSuperlative(text: string): Question | undefined {
  if (/\b(?:or|of these|of those|of them)\b/i.test(text)) return undefined
  const largest = LARGEST.exec(text)?.groups
  if (largest) return { kind: 'Find', text: cleanName(`${largest.top} ${largest.kind}`) }
  const { kind, place = '', by = '' } = HIGHEST.exec(text)?.groups ?? {}
  const sort = SORTS.find(([pattern]) => pattern.test(by))?.[1]
  if (kind === undefined || sort === undefined) return undefined
  return { kind: 'Find', text: cleanName(`${kind}${place} by ${sort}`) }
}

const AVERAGE = /\b(?:average|median|typical)\b/i
const LISTED =
  /^\W*(?:which|what|list|show(?: me)?|name|how many) .*(?:\b(?:sanctioned|debarred|revoked|sanctions list)\b|\b(?:lost|lose) (?:its |their )?tax)/i

/**
 * Returns whether a text asks about many organizations something that can be answered for only one,
 * such as an average or a list of sanctioned ones.
 */
export const isOfMany = (text: string): boolean => {
  if (hasMask(text) || /\b(?:it|its|they|their|this|he|she)\b/i.test(text)) return false
  if (LISTED.test(text)) return MANY.test(text)
  const of = /\b(?:of|at|for|in) (?:the )?(?<subject>.+?)\W*$/i.exec(text)?.groups?.subject
  return AVERAGE.test(text) && (of === undefined || isMany(of) || !/ \S+ /.test(of))
}

// Words that are never a name on their own.
const NO_NAME_WORDS = patternOf(`
  average | mean | means | median | typical | highest | lowest | largest | biggest | smallest |
  best | worst | most | least | more | less | richest | top | two | both | pays? | paid |
  computed? | calculated? | work | works | working | strong | good | mixed | weak | scored |
  unrated | in | the | of | a | an | and | by | ofac | sanctioned | charity | nonprofit |
  organi[sz]ation | foundation
`)
const NO_NAME = new RegExp(String.raw`^(?:(?:${NO_NAME_WORDS})\s*)+$`, 'i')

/**
 * Returns whether a mention is not an organization: a measuring word or a plural ("food banks").
 */
export const isNobody = (mention: Mention): boolean =>
  'name' in mention && (NO_NAME.test(mention.name) || isMany(mention.name))

const isMany = (name: string): boolean =>
  MANY.test(name.split(' ').at(-1) ?? '') === true &&
  (!name.includes(' ') || interpretQuery(name).cause !== undefined) &&
  name === name.toLowerCase()
