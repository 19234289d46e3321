import { COMMON_WORDS, spokenWords } from './common-words.ts'

// Consonants that transcriptions of Arabic, Persian and Cyrillic names write in several ways.
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
// The first vowel, which they agree on up to its spelling: Usama, Osama; Yusuf, Youssef; Sheikh,
// Shaykh. Later ones change freely (Mohammed, Muhammad), and "ah" and "a" end the same word.
const VOWELS: readonly [RegExp, string][] = [
  [/[ae][iy]/g, 'i'],
  [/[oe]u|oo|o/g, 'u'],
  [/e+|y/g, 'i'],
  [/(?<=[aiu])h$/, ''],
]

/** A word as it sounds: its consonants, and its first vowel as one of a, i and u. */
function soundOf(word: string): string {
  let sound = word
  for (const [pattern, letters] of CONSONANTS) sound = sound.replace(pattern, letters)
  for (const [pattern, letters] of VOWELS) sound = sound.replace(pattern, letters)
  const first = sound.search(/[aiu]/)
  const rest = first < 0 ? '' : sound.slice(first + 1).replace(/[aiu]/g, '')
  return (sound.slice(0, first + 1) + (first < 0 ? sound : rest)).replace(/(.)\1+/g, '$1')
}

// "Al Haramain" and "Alharamain" are one word.
const joinArticles = (name: string): string => name.replace(/\b(?:al|el) (?=\p{L}{3})/gu, 'al')

// Fewer letters are shared by chance: "noor" and "near" are both nur, "hassan" is hasn.
const LETTERS_OF_RARE_WORDS = 4

/**
 * What two transcriptions of one name have in common: common words as they are, others as they
 * sound. Undefined for a name of one word, or whose uncommon words are too short to tell by.
 */
export function soundKey(name: string): string | undefined {
  const words = spokenWords(joinArticles(name))
  if (words.length < 2) return undefined
  let letters = 0
  const sounds = words.map((word) => {
    if (COMMON_WORDS.has(word) || /\d/.test(word)) return word
    const sound = soundOf(word)
    letters += sound.length
    return sound
  })
  return letters >= LETTERS_OF_RARE_WORDS ? sounds.join(' ') : undefined
}
