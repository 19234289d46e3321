import { COMMON_WORDS, spokenWords } from '#src/domain/names.ts'

// Consonants that transcriptions of Arabic, Persian, and Cyrillic names write in several ways.
const CONSONANTS: readonly [RegExp, string][] = [
  [/kh$/, 'k'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph/g, 'f'],
  [/dj/g, 'j'],
  [/ck|q/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/w/g, 'v'],
]
// Vowels with the same sound: Usama, Osama; Yusuf, Youssef; Sheikh, Shaykh; a final "ah" is "a".
const VOWELS: readonly [RegExp, string][] = [
  [/[ae][iy]/g, 'i'],
  [/[oe]u|oo|o/g, 'u'],
  [/e+|y/g, 'i'],
  [/(?<=[aiu])h$/, ''],
]

/**
 * Returns a word as it sounds: its consonants; its first vowel as a, i, or u; later vowels as "e",
 * because they vary freely (Mohammed, Muhammad) but keep their position; and no final vowel.
 */
function soundOf(word: string): string {
  let sound = word
  for (const [pattern, letters] of CONSONANTS) sound = sound.replace(pattern, letters)
  for (const [pattern, letters] of VOWELS) sound = sound.replace(pattern, letters)
  const [, head = sound, rest = ''] = /^([^aiu]*[aiu])[aiu]*(.*)$/.exec(sound) ?? []
  const later = rest.replace(/[aiu]+$/, '').replace(/[aiu]+/g, 'e')
  return (head + later).replace(/(.)\1+/g, '$1')
}

// "Al Haramain" and "Alharamain" are one word.
const joinArticles = (name: string): string => name.replace(/\b(?:al|el) (?=\p{L}{3})/gu, 'al')

// Keys with fewer letters agree by chance: "noor" and "near" are both nur, "hassan" is hasn.
const LETTERS_OF_RARE_WORDS = 4

/**
 * Returns a key that two transcriptions of one name share: common words as written, others as they
 * sound. Undefined for a name of one word, or one whose uncommon words are too short to be
 * distinctive.
 */
export function soundKey(name: string): string | undefined {
  const words = spokenWords(joinArticles(name))
  if (words.length < 2) return undefined
  let letters = 0
  const sounds = words.map((word) => {
    if (COMMON_WORDS.has(word) || /\d/.test(word)) return word
    const sound = soundOf(word)
    letters += sound.replaceAll('e', '').length
    return sound
  })
  return letters >= LETTERS_OF_RARE_WORDS ? sounds.join(' ') : undefined
}
