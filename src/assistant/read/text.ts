import { readFileSync } from 'node:fs'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { COMMON_WORDS, normalizeName, UNSPOKEN } from '#src/domain/names.ts'
import { isCountry, stateNamed } from '#src/domain/places.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { wordList } from '#src/domain/word-lists.ts'
import { type Token, tokenize } from '#src/search/interpretation/tokens.ts'
import { isIn } from '#src/search/interpretation/vocabulary.ts'
import { KINDS, type Message } from '../message.ts'
import { correctSpelling, findWords } from '../vocabulary.ts'

const LISTS = new Map(
  readTsv(new URL('./words.tsv', import.meta.url)).map(([list, words = '']) => [
    list,
    new Set(words.split(' ')),
  ]),
)

/** Returns the words of a list of words.tsv, in order and in lower case. */
export const listed = (list: string): string[] => [...(LISTS.get(list) ?? [])]
export const inList = (list: string, word = ''): boolean => LISTS.get(list)?.has(word) ?? false

// Invisible characters can hide others: controls, formats, lone surrogates, and private use.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu
const LONGEST = 2_000

/** Returns a text on one line, with plain quotes and dashes, keys masked, and nothing invisible. */
export const cleanText = (text: string): string =>
  maskKeys(text.slice(0, 4 * LONGEST).normalize('NFKC'))
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\bu\.? of (?=[a-z])/gi, 'University of ')
    .replaceAll(/\byr(?=s?\b)/gi, 'year')
    .replaceAll(/(?<=\bthe )la (?=[a-z])/gi, 'LA ')
    .replaceAll(/\b[ft]y ?'?(?:20)?(\d\d)(?!\d)/gi, '20$1')
    .replaceAll(/(?<![\d\s])\s?%|(?<=\s)%/g, ' percent')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()

/** Returns why a text cannot be read. A name alone has no language. */
export function problemOf(text: string): Message['problem'] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length === 0) return /\p{N}/u.test(text) ? undefined : 'empty'
  const count = (list: string) => words.filter((word) => inList(list, word)).length
  const [asking, foreign, english] = [count('foreignask'), count('foreign'), count('english')]
  const latin = words.filter((word) => /\p{Script=Latin}/u.test(word)).length
  if (latin * 2 < words.length) return english < 2 ? 'notEnglish' : undefined
  const isAsking = (asking > 0 && asking + foreign > 1) || text.includes('¿')
  return isAsking && asking + foreign > english ? 'notEnglish' : undefined
}

/**
 * A word or number of a message. `small` words join others, `plain` ones belong to a question, `asking`
 * ones to its subject, `common` ones to many names, and `other` ones distinguish names.
 */
export type Word = {
  text: string
  /** In lower case, without a possessive. */
  word: string
  from: number
  to: number
  role: 'small' | 'plain' | 'asking' | 'common' | 'other'
  /** Whether it is written like a part of a name, and not because all words are. */
  isCapital: boolean
  /** Whether it begins a sentence or a part of one. */
  isFirst: boolean
}

// "AT&T", "St. Mary", "Harbor House, Inc."
const isInside = ({ text }: Token, before = '', after = ''): boolean =>
  "&'-/+#".includes(text) ||
  (text === '.' && /^\p{Lu}\p{L}{0,3}$/u.test(before)) ||
  (text === ',' && SUFFIXES.has(after.toLowerCase()))

/** Returns the words of a text with their roles. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  const tokens = tokenize(text)
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'sign' && token.text !== '&') {
      isFirst ||= !isInside(token, tokens[at - 1]?.text, tokens[at + 1]?.text)
      continue
    }
    const word = token.word.replace(/'s?$/, '')
    const { text: said, start: from, end: to } = token
    const isCapital = /^\p{Lu}/u.test(said)
    words.push({ text: said, word, from, to, role: roleOf(token, word), isCapital, isFirst })
    isFirst = false
  }
  const letters = words.filter((one) => /\p{L}/u.test(one.text) && one.role !== 'small')
  const isShouted = letters.length > 1 && letters.every((one) => !/\p{Ll}/u.test(one.text))
  const isTitled =
    letters.every((one) => one.isCapital) && letters.some(({ role }) => role === 'plain')
  for (const one of words) one.isCapital &&= !isShouted && !(isTitled && isKnown(one))
  return words
}

/** Whether a word only joins others, or is a legal form, which is no part of a name in the index. */
export const isSmall = (word: string): boolean =>
  UNSPOKEN.has(word) || SUFFIXES.has(word) || SMALL.test(word)

const SUFFIXES = wordList('legal-suffixes')
const SMALL = /^(?:&|de|la|las|los|el|y|del)$/

const ASKED = repeatedWords()

/** Returns the words that occur in at least two lines of the training questions, which mask names. */
function repeatedWords(): Set<string> {
  const folder = new URL('../intents/', import.meta.url)
  const [once, twice] = [new Set<string>(), new Set<string>()]
  for (const kind of KINDS) {
    for (const line of readFileSync(new URL(`${kind}.txt`, folder), 'utf8').split('\n')) {
      for (const word of new Set(line.toLowerCase().match(/[a-z']+/g))) {
        if (once.has(word)) twice.add(word)
        else once.add(word)
      }
    }
  }
  return twice
}

/** Whether questions have a word in common, so that it names nothing special. */
export const isAsked = (word: string): boolean => ASKED.has(word.toLowerCase())

/** Whether a word in lower case sooner belongs to a question than to a name. */
export const isOfQuestion = ({ word, isCapital, role }: Word): boolean =>
  !isCapital && (role === 'small' || role === 'plain' || ASKED.has(word))

/** Whether a word belongs to questions. */
export const isKnown = ({ role }: Word): boolean => role === 'plain' || role === 'asking'

function roleOf({ kind, text }: Token, word: string): Word['role'] {
  // "LA" is no article.
  if (isSmall(word) && text !== 'LA') return 'small'
  if (kind !== 'word') return kind === 'amount' ? 'common' : kind === 'year' ? 'plain' : 'asking'
  if (inList('plain', word) || ['lead', 'edge', 'generic'].some((list) => isIn(list, word)))
    return 'plain'
  // A misspelled word may belong to a name.
  const found = correctSpelling(word) === word ? findWords(word) : []
  if (found.some(({ list, key }) => list === 'feature' && key !== 'help')) return 'plain'
  if (found.some(({ list }) => list !== 'group')) return 'asking'
  const isCommon =
    COMMON_WORDS.has(normalizeName(word)) || found.length > 0 || isIn('generic', word)
  return isCommon || stateNamed(word) || isCountry(word) ? 'common' : 'other'
}
