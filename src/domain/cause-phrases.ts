import { type Cause, causes } from './ntee.ts'
import { toComparable } from './similarity.ts'

/**
 * Returns a text with every word in the singular, because people search for "Food Banks & Pantries"
 * as "food banks" or "food bank".
 */
export const singular = (text: string): string =>
  toComparable(text)
    .split(' ')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        // "churches", "businesses", "boxes"; the "e" of "houses" belongs to the word.
        .replace(/(ch|sh|ss|x|z)es$/, '$1')
        .replace(/(?<=[^s])s$/, ''),
    )
    .join(' ')

// Words that people use but no label contains, with the codes whose definitions contain them.
const EVERYDAY: Record<string, string[]> = {
  'animal shelters': ['D20'],
  'food pantries': ['K31'],
  'homeless shelters': ['L41'],
  'soup kitchens': ['K35'],
  colleges: ['B4'],
  churches: ['X2'],
  orchestras: ['A69'],
  'rescue missions': ['L41'],
}

// A part of a label that occurs in more labels than this identifies none of them.
const MAX_LABELS = 2

const causesByPhrase = buildPhrases()

function buildPhrases(): Map<string, Cause[]> {
  const phrases = new Map<string, Cause[]>()
  for (const cause of causes) {
    const parts = new Set([cause.label, ...cause.label.split(/[&,/]/)].map(singular))
    for (const part of parts) {
      if (part !== '') phrases.set(part, [...(phrases.get(part) ?? []), cause])
    }
  }
  for (const [phrase, codes] of Object.entries(EVERYDAY)) {
    phrases.set(
      singular(phrase),
      causes.filter(({ code }) => codes.includes(code)),
    )
  }
  return phrases
}

const causeWords = new Set([...causesByPhrase.keys()].flatMap((phrase) => phrase.split(' ')))

/** Returns whether labels of causes contain every word of a text, such as "domestic violence". */
export const isOfCauseWords = (text: string): boolean =>
  singular(text)
    .split(' ')
    .every((word) => causeWords.has(word))

/**
 * Returns the causes that a phrase names by a label or a part of one, in singular or plural;
 * undefined if it names none or too many.
 */
export function causesNamedBy(phrase: string): { codes: string[]; label: string } | undefined {
  const named = causesByPhrase.get(singular(phrase)) ?? []
  const [first] = named
  const labels = new Set(named.map(({ label }) => label))
  if (!first || labels.size > MAX_LABELS) return undefined
  return { codes: named.map(({ code }) => code), label: [...labels].join('; ') }
}
