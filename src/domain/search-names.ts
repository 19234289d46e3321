import { normalizeName, tokenize, UNSPOKEN } from './names.ts'

// Names are filed and typed both in full and shortened. The short form is the key, because it is one
// word, which search compares as a whole.
const SHORT_FORMS: [full: RegExp, short: string][] = [
  [/\byoung men christian association\b/g, 'ymca'],
  [/\byoung women christian association\b/g, 'ywca'],
  [/\bparent teachers association\b/g, 'pta'],
  [/\bparent teachers organization\b/g, 'pto'],
  [/\bemergency medical service\b/g, 'ems'],
]

// Lists put the article last: "RIVERSIDE SCHOOL, THE", "BRIDGE TO HOPE, INC THE".
const LAST_ARTICLE = /(?:,|\binc\.?)\s*(?:the|an?)\s*$/i

/** Returns a name as search compares it: `normalizeName` with well-known groups of words shortened. */
export const toSearchName = (name: string): string =>
  SHORT_FORMS.reduce(
    (so, [full, short]) => so.replace(full, short),
    normalizeName(name.replace(LAST_ARTICLE, '')),
  )

/**
 * Returns the words of a search name that tell it from others: without "of", "and", and the like, and
 * without "number" ("Post No. 1").
 */
export const tellingWords = (searchName: string): string[] => {
  const words = searchName.split(' ')
  const telling = words.filter((word) => !UNSPOKEN.has(word) && word !== 'number')
  return telling.length > 0 ? telling : words
}

/** Returns the same key for the same words in any order: "fair housing center metro denver". */
export const toWordSetKey = (searchName: string): string =>
  [...new Set(tellingWords(searchName))].toSorted().join(' ')

// One or two letters may be part of a word that is written apart ("So Journey", "Amber-s"), so they
// do not stand for South; these stand for nothing else.
const SHORT_WORDS = new Set(['st', 'ft', 'mt'])

/** Returns a key without spaces, so that "Green Pond" is "Greenpond" and "Pro Publica" "ProPublica". */
export function toCompactKey(name: string): string {
  const apart = tokenize(name.replace(LAST_ARTICLE, '')).map((token) =>
    token.length > 2 || SHORT_WORDS.has(token) ? toSearchName(`x ${token}`).slice(2) : token,
  )
  const named = apart.filter((token) => token !== '' && !UNSPOKEN.has(token))
  const key = named.filter((token, at) => at > 0 || token !== 'the').join('')
  // "Child Care" is "Childcare", although "child" as a word is "children".
  return key.replaceAll('children', 'child').replaceAll('families', 'family')
}

/** The keys by which two names are one. */
export type NameKeys = { name: string; wordSet: string; compact: string }

/** Returns `toSearchName`, `toWordSetKey`, and `toCompactKey` of a name. */
export function toSearchKeys(text: string): NameKeys {
  const name = toSearchName(text)
  return { name, wordSet: toWordSetKey(name), compact: toCompactKey(text) }
}
