import { hasMask, type Masked, toMention, trimToName, unmask } from './names.ts'
import type { Mention } from './question.ts'

// Separates names in a comparison. "and" separates only if the lookup finds no single organization.
const BETWEEN =
  /\s+(?:vs\.?|versus|with|to|against|or|than)\s+|\s*[;|]\s*|,\s*(?:and\s+|or\s+)?(?!inc\b|llc\b|ltd\b)/i
const ASIDE = /\s*[;|]\s*/

// A question about more organizations than this is several questions.
const MOST = 5

/**
 * Returns the organizations that the rest of a question names; only masked names if there are any.
 */
export function organizationsIn(masked: Masked, rest: string, how?: 'split'): Mention[] {
  const pieces = rest.split(how ? BETWEEN : ASIDE).map(trimToName)
  const named = pieces.filter((piece) =>
    /[\p{L}\p{N}\uE000-\uF8FF]{2}|[\uE000-\uF8FF]/u.test(piece),
  )
  const certain = named.filter(hasMask)
  const chosen = certain.length > 0 ? certain : longest(named, how)
  const texts = chosen
    .flatMap((piece) => withoutAsking(masked, piece))
    .flatMap((piece) => partsOf(masked, piece, how))
  const whole = certain.length > 0 ? undefined : wholeIn(rest, texts)
  const mentions = texts
    .flatMap((text) => toMention(text) ?? [])
    .map((mention) => (whole !== undefined && 'name' in mention ? { ...mention, whole } : mention))
  return unique(mentions).slice(0, MOST)
}

/** "of give for a smile": a name in small letters with words that may be part of it. */
function wholeIn(rest: string, [text, ...others]: readonly string[]): string | undefined {
  if (text === undefined || others.length > 0) return undefined
  const piece = rest.split(ASIDE).find((one) => one.includes(text)) ?? ''
  const lead = piece.slice(0, piece.indexOf(text))
  const [, more = ''] =
    /^\W*(?:of|at|by) (?=(?:give|help|all|one|any|some) )(.*)$/i.exec(lead) ?? []
  return more === '' ? undefined : `${more}${text}`
}

const longest = (pieces: string[], how?: 'split'): string[] =>
  how ? pieces : pieces.toSorted((left, right) => right.length - left.length).slice(0, 1)

function partsOf(masked: Masked, piece: string, how?: 'split'): string[] {
  const text = unmask(masked, piece)
  return how ? text.split(BETWEEN).filter((part) => part !== '') : [text]
}

// Names of several words and EINs are complete; a single word may be a part ("hocking Hills food
// bank").
const isWhole = (name: string): boolean => /[\s\d]/.test(name)

/** Returns only the masks in a piece if they are complete names. */
function withoutAsking(masked: Masked, piece: string): string[] {
  const masks = [...piece.matchAll(/[\uE000-\uF8FF]/gu)].map(([mask]) => mask)
  return masks.length > 0 && masks.every((mask) => isWhole(unmask(masked, mask))) ? masks : [piece]
}

const unique = (mentions: Mention[]): Mention[] => {
  const seen = new Map(mentions.map((mention) => [JSON.stringify(mention).toLowerCase(), mention]))
  return [...seen.values()]
}
