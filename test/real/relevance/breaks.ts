/**
 * Typical errors in names. Each takes a registered name and a random source, and returns the
 * changed spelling, or undefined if it does not apply to the name.
 */
export type Chance = () => number
export type Break = (name: string, chance: Chance) => string | undefined

/** Seeded numbers in [0, 1): the same seed changes the same names in the same way (mulberry32). */
export function seededChance(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(items: readonly T[], chance: Chance): T | undefined =>
  items[Math.floor(chance() * items.length)]

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SUFFIX = /\s+(INC|INCORPORATED|CORP|CORPORATION|LTD|LLC|CO)$/
const isWord = (word: string, least: number): boolean =>
  word.length >= least && /^[A-Z]+$/.test(word)

/** Returns the positions of words with at least `least` letters. */
const wordPlaces = (words: string[], least: number): number[] =>
  words.flatMap((word, place) => (isWord(word, least) ? [place] : []))

function misspell(word: string, chance: Chance): string {
  const at = Math.floor(chance() * (word.length - 1))
  const letter = pick([...LETTERS], chance) ?? 'E'
  const edits = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at + 1) + letter + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ]
  return pick(edits, chance)?.() ?? word
}

/** Drops, adds, replaces, or swaps one letter; in three of ten names, two. */
const typo: Break = (name, chance) => {
  const words = name.replace(SUFFIX, '').split(' ')
  const edits = chance() < 0.3 ? 2 : 1
  for (let edit = 0; edit < edits; edit += 1) {
    const place = pick(wordPlaces(words, 4), chance)
    if (place === undefined) return undefined
    words[place] = misspell(words[place] ?? '', chance)
  }
  return words.join(' ')
}

const droppedWord: Break = (name, chance) => {
  const words = name.replace(SUFFIX, '').split(' ')
  if (words.length < 4) return undefined
  const place = Math.floor(chance() * words.length)
  return words.filter((_, at) => at !== place).join(' ')
}

const swappedWords: Break = (name, chance) => {
  const words = name.replace(SUFFIX, '').split(' ')
  if (words.length < 3) return undefined
  const at = Math.floor(chance() * (words.length - 1))
  const [left = '', right = ''] = words.slice(at, at + 2)
  return [...words.slice(0, at), right, left, ...words.slice(at + 2)].join(' ')
}

// Repeated here on purpose: using the table of src/domain/names would test it against itself.
const ABBREVIATIONS: Record<string, string> = {
  AMERICAN: 'Amer.',
  ASSOCIATION: 'Assn.',
  CENTER: 'Ctr.',
  COMMITTEE: 'Cmte.',
  COMMUNITY: 'Comm.',
  COUNTY: 'Co.',
  DEPARTMENT: 'Dept.',
  EDUCATION: 'Ed.',
  FOUNDATION: 'Fdn.',
  INSTITUTE: 'Inst.',
  INTERNATIONAL: "Int'l",
  MEMORIAL: "Mem'l",
  NATIONAL: "Nat'l",
  SAINT: 'St.',
  SOCIETY: 'Soc.',
  UNIVERSITY: 'Univ.',
}

/**
 * Abbreviates every word with a usual abbreviation, and cuts one long word after four or five
 * letters.
 */
const abbreviated: Break = (name, chance) => {
  const words = name.replace(SUFFIX, '').split(' ')
  const usual = words.map((word) => ABBREVIATIONS[word] ?? word)
  const place = pick(wordPlaces(usual, 8), chance)
  if (place === undefined)
    return usual.some((word, at) => word !== words[at]) ? usual.join(' ') : undefined
  if (usual.length < 3 && usual.every((word, at) => word === words[at])) return undefined
  usual[place] = `${(usual[place] ?? '').slice(0, chance() < 0.5 ? 4 : 5)}.`
  return usual.join(' ')
}

const changedSuffix: Break = (name, chance) => {
  const suffix = pick(['', ', Inc.', ' Incorporated', ' Corp.', ', LLC', ' Ltd'], chance) ?? ''
  const article = chance() < 0.3 && !name.startsWith('THE ') ? 'The ' : ''
  const changed = `${article}${name.replace(SUFFIX, '')}${suffix}`
  return changed === name ? undefined : changed
}

/** The kinds of errors that need only the name. */
export const NAME_BREAKS = {
  'exact name': (name: string) => name.toLowerCase(),
  typo,
  'word dropped': droppedWord,
  'words swapped': swappedWords,
  abbreviated,
  'suffix changed': changedSuffix,
} satisfies Record<string, Break>

export const spellEin = (ein: string, chance: Chance): string =>
  pick(
    [
      ein,
      `${ein.slice(0, 2)}-${ein.slice(2)}`,
      `${ein.slice(0, 2)} ${ein.slice(2)}`,
      `EIN: ${ein.slice(0, 2)}-${ein.slice(2)}`,
      ` ${ein.slice(0, 3)} ${ein.slice(3, 6)} ${ein.slice(6)} `,
      ein.startsWith('0') ? ein.slice(1) : ein,
    ],
    chance,
  ) ?? ein
