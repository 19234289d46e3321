import escapeRegExp from 'escape-string-regexp'
import { maskKeys } from '#src/domain/mask-keys.ts'
import type { Figure } from './figures/figure.ts'
import { readFigures } from './figures/read-figures.ts'
import type { Findings } from './findings.ts'
import { wordsOf } from './plain-text.ts'

/** Texts that must never be shown: the system prompt and the marker of quoted data. */
export type Secrets = { prompt: string; marker: string }

// Checked also without spaces and formatting marks, which would hide a key.
const KEY = /nrk(?:_|%5f)|\bsk-[\w-]{16}|whsec_|bearer\s+[\w.-]{16}/iu
/** Longer than any word or name: encoded text, which cannot be checked. */
const LONG_TOKEN = /[\w+/=-]{40,}/u
/** This many words in a row are not a coincidence; the prompt's sentences have about twelve. */
const SHINGLE = 6
/** A whole sentence of the prompt may be shorter. */
const SHORTEST_RULE = 4
// Raw tool results would show filed words as the assistant's own.
const RAW_DATA = /"[\w ]{1,40}"\s*:/u

/**
 * Returns whether a sentence contains what looks like a key, encoded text, raw data, or the system
 * prompt.
 */
export function isSecret(sentence: string, { prompt, marker }: Secrets): boolean {
  const joined = sentence.replaceAll(/[\s*`~\\|]/gu, '')
  if (KEY.test(sentence) || KEY.test(joined) || LONG_TOKEN.test(sentence)) return true
  if (RAW_DATA.test(sentence)) return true
  return sentence.includes(marker) || sharesShingle(sentence, prompt)
}

function sharesShingle(sentence: string, prompt: string): boolean {
  const rules = ` ${wordsOf(prompt).join(' ')} `
  const words = wordsOf(sentence)
  const isRule = (part: readonly string[]) => rules.includes(` ${part.join(' ')} `)
  if (words.length >= SHORTEST_RULE && isRule(words)) return true
  return words.some(
    (_, at) => at + SHINGLE <= words.length && isRule(words.slice(at, at + SHINGLE)),
  )
}

// Any scheme makes a link.
const SCHEME =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:javascript|vbscript|mailto|tel):|\bdata:[\w-]+\/|(?<![:\w])\/\/[\w-]+\./iu
const SPELLED = /\[\.\]|\[dot\]|\(dot\)|\bhxxps?\b|\bdot\s(?:com|org|net|io)\b/iu
const HOST =
  /(?<![\p{L}\p{N}-])((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+([\p{L}][\p{L}\p{N}-]{1,23}))(?=[/:?#@]\S|[^\p{L}\p{N}.-]|\.?(?:\s|$))/giu
/** Endings that clients turn into links without a scheme, and those reserved for tests. */
const ENDINGS = new Set(
  'com org net edu gov mil int info biz app dev xyz site online top club shop click link page zip mov example test invalid localhost local onion'.split(
    ' ',
  ),
)

/** Two capitals or two to six small letters: most endings, of countries and others. */
const SHORT_ENDING = /^(?:[a-z]{2,6}|[A-Z]{2})$/u
/** Degrees: "M.Ed", "D.Min". */
const DEGREE = /^[A-Z]{1,2}\.[A-Z][a-z]+$/u
const IP = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/u

const isLinked = (host: string, ending: string, after: string): boolean =>
  !DEGREE.test(host) &&
  (/^[/:?#@]\S/u.test(after) ||
    host.startsWith('www.') ||
    SHORT_ENDING.test(ending) ||
    ENDINGS.has(ending.toLowerCase()))

/**
 * Returns whether a sentence contains an address (link, host, e-mail) other than the host of a
 * website a tool returned. Paths and parameters never pass, because they could leak data.
 */
export function hasForeignAddress(sentence: string, { hosts }: Pick<Findings, 'hosts'>): boolean {
  const text = sentence.replaceAll(/[。｡．]/gu, '.')
  if (SPELLED.test(text) || /[\w.+-]@[\w-]+\.[\w.-]/u.test(text)) return true
  let rest = text
  for (const { 0: address, 1: host = '' } of text.matchAll(HOST)) {
    if (!hosts.has(host.toLowerCase().replace(/^www\./u, ''))) continue
    rest = rest.replace(
      new RegExp(`(?:https?://)?${escapeRegExp(address)}/?(?![\\w?#/:])`, 'iu'),
      ' ',
    )
  }
  return (
    SCHEME.test(rest) ||
    IP.test(rest) ||
    [...rest.matchAll(HOST)].some(({ 0: address, 1: host = '', 2: ending = '', index }) =>
      isLinked(host, ending, rest.slice(index + address.length)),
    )
  )
}

/** Returns the text with every address replaced. */
const maskAddresses = (text: string): string =>
  text
    .split(/(?<=\s)/u)
    .map((word) =>
      hasForeignAddress(word, NO_HOSTS) ? word.replace(/\S+/u, '[address removed]') : word,
    )
    .join('')

const NO_HOSTS: Pick<Findings, 'hosts'> = { hosts: new Set() }

const GIVING = '(?:donat\\w*|giv(?:e|ing)|invest\\w*|avoid\\w*|support\\w*|contribut\\w*)'
/** Advice on gifts; the planner lists the evidence instead. */
const ADVICE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:you|one|donors?|people|everyone|we)\\s(?:\\w+\\s)?(?:should(?:n['’]t)?|must(?:n['’]t)?|ought to|may want to|might want to|can safely|need to|had better)\\s(?:\\w+\\s){0,2}${GIVING}`,
    'iu',
  ),
  new RegExp(
    `\\b(?:I|we)(?:['’]d|\\swould)?\\s(?:\\w+ly\\s)?(?:recommend|advise|suggest|urge)\\b.*\\b${GIVING}`,
    'iu',
  ),
  /^\W*(?:please |so |instead,? |then )?(?:donate|give (?:to|your|money)|invest in|avoid|contribute to|(?:do not|don['’]t|never) (?:give|donate|invest|contribute))\b/iu,
  /\b(?:good|great|better|best|safe|safer|worthy|excellent|bad|poor)\s(?:\w+\s)?(?:for|to)\s(?:your\s|a\s)?(?:donat|giv|invest|gift)\w*/iu,
  /\b(?:worth|worthy of|deserves?)\s(?:of\s)?(?:your\s|a\s)?(?:donat|gift|money|support|giving)\w*/iu,
]

/** Returns whether a sentence advises for or against giving to an organization. */
export const isAdvice = (sentence: string): boolean =>
  ADVICE.some((pattern) => pattern.test(sentence))

/** Replaces a key in the texts of an answer and of a model's conversation. */
export const KEY_REMOVED = '[key removed]'

/**
 * Returns filed words without keys, links, and addresses, which clients make clickable even in
 * quotation marks. A text that is a single address, such as a filed website, stays.
 */
export function maskFiledWords(text: string): string {
  const masked = maskKeys(text, KEY_REMOVED)
  const isOneWord = !/\s/u.test(text.trim())
  return isOneWord ? masked : maskAddresses(masked)
}

// The longest names have about twelve words.
const MAX_WORDS = 14
// Numbers of posts and lodges have four digits.
const LARGEST_NUMBER = 9_999

/**
 * Returns whether a filed name or title reads as a name and needs no quotation marks: it has no
 * amount, percentage, or date, and is shorter than a sentence. "Troop 12" and "Class of 1965" are
 * names.
 */
export const isMereName = (text: string): boolean =>
  text.trim().split(/\s+/u).length <= MAX_WORDS && readFigures(text).every(isNumberOfName)

function isNumberOfName(figure: Figure): boolean {
  if (figure.kind === 'year') return true
  const isPlain = figure.kind === 'number' && figure.measure === 'plain' && !figure.isScaled
  return isPlain && Math.abs(figure.value) <= LARGEST_NUMBER && !/[,.]/u.test(figure.text)
}
