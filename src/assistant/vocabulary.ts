import { groupBy } from '#src/domain/es2024.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { FIGURE_KEYS, shortNameOf } from '#src/figures/figures.ts'

/** An entry of vocabulary.tsv that a text contains, and where. */
export type Found = { list: string; key: string; said: string; at: number; to: number }

type Token = { word: string; stem: string; at: number; to: number }
type Entry = { list: string; key: string; tokens: Token[] }

// Masks are words of their own: a phrase may contain them, and no spelling leads to them.
const MASK = /^(ORG|PERSON|YEAR|AMOUNT|PLACE)$/
// Real words that are one letter off a word of another list. They are neither corrected nor found.
const PLAIN = 'plain'
// Words of these lists are so common that many real words are one letter off.
const NEVER_CORRECTED_TO = new Set([PLAIN, 'feature', 'group', 'out'])
const SHORTEST_CORRECTED = 6

const said = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(' ')
const stemmed = (tokens: readonly Token[]) => tokens.map(({ stem }) => stem).join(' ')

const rows = readTsv(new URL('./vocabulary.tsv', import.meta.url))
const listed = rows.flatMap(([list = '', key = '', words = '']): Entry[] =>
  words.split(' | ').map((phrase) => ({ list, key, tokens: split(phrase) })),
)
const isListed = new Set(listed.map(({ tokens }) => said(tokens)))
// The name of every other figure: "Forms 8282 filed".
const others = FIGURE_KEYS.map((key) => ({ list: 'figure', key, tokens: split(shortNameOf(key)) }))
const all = [
  ...listed,
  ...others.filter(({ tokens }) => tokens.length > 1 && !isListed.has(said(tokens))),
]
const entries = all.filter(({ list }) => list !== PLAIN)
const bySaid = groupBy(entries, ({ tokens }) => said(tokens))
const byStem = groupBy(entries, ({ tokens }) => stemmed(tokens))
const longest = Math.max(...entries.map(({ tokens }) => tokens.length))
const known = new Set(all.flatMap(({ tokens }) => tokens.flatMap(({ word, stem }) => [word, stem])))
const correctable = new Set(
  entries
    .filter(({ list }) => !NEVER_CORRECTED_TO.has(list))
    .flatMap(({ tokens }) => tokens.map(({ word }) => word))
    .filter((word) => word.length >= SHORTEST_CORRECTED),
)

/**
 * Returns every entry of the vocabulary that a text contains, in order. Longer phrases win over
 * shorter ones that overlap them; all entries of the same words are returned. Possessives, plurals,
 * and one wrong letter in a long word do not matter.
 */
export function findWords(text: string): Found[] {
  const tokens = split(text).map(correct)
  const taken = new Set<Token>()
  const found: Found[] = []
  for (let count = longest; count > 0; count -= 1) {
    for (let first = 0; first + count <= tokens.length; first += 1) {
      const part = tokens.slice(first, first + count)
      if (part.some((token) => taken.has(token))) continue
      const matches = bySaid.get(said(part)) ?? byStem.get(stemmed(part)) ?? []
      const [at, to] = [part[0]?.at ?? 0, part.at(-1)?.to ?? 0]
      for (const { list, key } of matches) {
        found.push({ list, key, said: text.slice(at, to), at, to })
        for (const token of part) taken.add(token)
      }
    }
  }
  return found.sort((left, right) => left.at - right.at)
}

/** Returns the text with long words that are one letter off a word of the vocabulary corrected. */
export function correctSpelling(text: string): string {
  return split(text).reduceRight((written, token) => {
    const { word } = correct(token)
    if (word === token.word) return written
    return written.slice(0, token.at) + word + written.slice(token.to)
  }, text)
}

function split(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].map(({ 0: match, index: at }) => {
    // A possessive ends, and "isn't" is one word.
    const bare = match.replace(/['’]s$/i, '').replace(/['’]/, '')
    const word = MASK.test(bare) ? bare : bare.toLowerCase().replace('programme', 'program')
    return { word, stem: stemOf(word), at, to: at + match.length }
  })
}

function stemOf(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ch|sh|x|ss)es$|s$/, '')
}

function correct(token: Token): Token {
  const { word, stem } = token
  if (word.length < SHORTEST_CORRECTED || known.has(word) || known.has(stem)) return token
  for (const right of correctable) {
    if (right[0] === word[0] && isOneSlipOff(word, right)) {
      return { ...token, word: right, stem: stemOf(right) }
    }
  }
  return token
}

/** Returns whether two words differ by one letter missing, added, changed, or swapped. */
function isOneSlipOff(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  )
}
