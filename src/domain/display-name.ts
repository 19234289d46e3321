/**
 * Formats names as people write them. Registries and most returns contain names in capitals; pages
 * show "Pasadena YMCA of St. Mary's" and keep the filed form in a title.
 */

import { wordList } from './word-lists.ts'

// Pronounced letter by letter, or always in capitals, and with a vowel: others are found by rule.
const ACRONYMS = wordList('acronyms')

// Without a vowel, but read as words or written as abbreviations.
const ABBREVIATIONS = wordList('abbreviations')

const FIXED: Readonly<Record<string, string>> = {
  '501C3': '501c3',
  'A/K/A': 'a/k/a',
  'C/O': 'c/o',
  'D/B/A': 'd/b/a',
  'F/K/A': 'f/k/a',
  DBA: 'dba',
  DEKALB: 'DeKalb',
  DEPAUL: 'DePaul',
  DESOTO: 'DeSoto',
  DUPAGE: 'DuPage',
  EDD: 'EdD',
  FKA: 'fka',
  LASALLE: 'LaSalle',
  MACARTHUR: 'MacArthur',
  MACDONALD: 'MacDonald',
  PHD: 'PhD',
  VS: 'vs',
}

/** Lowercase inside a name, and capitalized at its ends. */
const SMALL = wordList('small')
/** Words of Spanish that are lowercase after another of them: "Casa de la Raza" but "La Jolla". */
const ARTICLES = wordList('spanish-articles')
const BEFORE_ARTICLE = wordList('before-spanish-article')
// "A" is lowercase after these; elsewhere it is more often an initial.
const BEFORE_A = wordList('before-a')

/** Schools named after a founder, whose articles are capitalized. */
const DE_LA_SALLE = /(?<!\p{L})de la Salle(?!\p{L})/giu

/** State codes that are also words; kept after a comma. */
const STATES = wordList('state-words')
/** State codes that no name has after "of" as a word. */
const STATES_AFTER_OF = wordList('states-after-of')

// Two letters, a vowel before a consonant; any other pair is initials: "AJ".
const PAIRS = wordList('pairs')
// Words begin like this; short ones that begin with other consonants are acronyms: "HBPA".
const BEGINNING =
  /^(?:[^BCDFGHJKLMNPQRSTVWXZ]|[BCDFGHJKLMNPQRSTVWXZ](?:[^BCDFGHJKLMNPQRSTVWXZ]|$)|B[HJLNR]|C[HLRZ]|D[HJRW]|F[JLR]|G[HLNR]|H[MS]|JH|K[HLNRW]|LL|M[BCW]|N[GKT]|P[HLRST]|RH|S[CHKLMNPQRTVWZ]|T[HRSWZ]|V[LR]|W[HR]|Z[HLW])/

const WORD =
  /(?:D\/B\/A|A\/K\/A|F\/K\/A|C\/O)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.]*/gu
const ROMAN = /^(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})$/

/**
 * Returns a name that was filed in capitals in title case, and any other name as filed. Changes
 * nothing but the case of letters.
 */
export function displayName(filed: string): string {
  if (filed !== filed.toUpperCase() || !/\p{Lu}/u.test(filed)) return filed
  const found = [...filed.matchAll(WORD)]
  const words = found.map(([word], at): Word => {
    const start = found[at - 1]
    const from = start ? start.index + start[0].length : 0
    return {
      before: filed.slice(from, found[at]?.index),
      word,
      previous: start?.[0],
      next: found[at + 1]?.[0],
      after: filed.slice((found[at]?.index ?? 0) + word.length, found[at + 1]?.index),
    }
  })
  const shown = words.map((word) => word.before + toCase(word)).join('')
  return (shown + (words.at(-1)?.after ?? filed)).replace(DE_LA_SALLE, 'De La Salle')
}

/** A word, the words next to it, and the characters between them. */
type Word = {
  before: string
  word: string
  previous: string | undefined
  next: string | undefined
  after: string
}

function toCase(found: Word): string {
  const [, core = '', dots = ''] = /^(.*?)(\.*)$/s.exec(found.word) ?? []
  const fixed = FIXED[core]
  if (fixed) return fixed + dots
  if (isKept(core, found)) return found.word
  return (isSmall(core, found) ? core.toLowerCase() : capitalize(core)) + dots
}

/**
 * Returns whether a word stays in capitals: initials, acronyms, numerals, codes of states, "AT&T".
 */
function isKept(word: string, found: Word): boolean {
  const { before, previous = '', after } = found
  if ([...word].length === 1) return !isSmall(word, found)
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word) || ROMAN.test(word) || ACRONYMS.has(word)) return true
  // "Example City (ECTV)"
  if (word.length <= 5 && before.endsWith('(') && after.startsWith(')')) return !SMALL.has(word)
  if (word.length <= 3 && (before.endsWith('&') || after.startsWith('&'))) return true
  if (before.trim() === ',' && STATES.has(word) && !/^ *\p{L}/u.test(after)) return true
  if (previous === 'OF' && STATES_AFTER_OF.has(word)) return true
  if (word === 'LA' && found.next === undefined && previous !== 'DE') return previous !== ''
  if (word === 'AM' && before.endsWith('& ')) return true
  if (/^[AEIOU][B-DF-HJ-NP-TV-XZ]$/.test(word)) return !PAIRS.has(word)
  if (ABBREVIATIONS.has(word)) return false
  if (/^[A-Z]{2,4}$/.test(word) && !BEGINNING.test(word)) return true
  return /^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(word)
}

/** Returns whether a word is lowercase within a name. */
function isSmall(word: string, { before, previous, next, after }: Word): boolean {
  // At the ends of a name, after a colon or a dash, and in "At-Risk", it is not.
  if (previous === undefined || next === undefined || !/^(?:[ ,]+|-)$/.test(before)) return false
  if (!/^[ ,]/.test(after) && before !== '-') return false
  if (previous === 'D/B/A' || previous === 'DBA') return false
  if (word === 'A') return BEFORE_A.has(previous) && after === ' '
  if (word === 'Y') return ARTICLES.has(next)
  if (ARTICLES.has(word)) return BEFORE_ARTICLE.has(previous)
  return SMALL.has(word) || (word === 'DEL' && !SMALL.has(previous))
}

function capitalize(word: string): string {
  if (/^\d+(?:ST|ND|RD|TH|S)$/.test(word)) return word.toLowerCase()
  // "B2B", "5K", and "PS123" stay; "321FOUNDATION" contains a word.
  if (/\d/.test(word)) return word.replace(/\p{L}{4,}/gu, start)
  const plural = word.slice(0, -1)
  if (word.length > 3 && word.endsWith('S') && ACRONYMS.has(plural)) return `${plural}s`
  const parts = word.split('.').map((part) => {
    const [prefix = ''] = /^(?:[ODL]['’](?=\p{L}{3})|MC(?=\p{L}{2}))/u.exec(part) ?? []
    const rest = part.slice(prefix.length)
    return start(prefix) + start(rest)
  })
  return parts.join('.').replace(/\.(?:Com|Org|Net)$/, (domain) => domain.toLowerCase())
}

/** Returns a word with its first letter unchanged and the others in lower case. */
const start = (word: string): string => {
  const [first = '', ...others] = word
  return first + others.join('').toLowerCase()
}
