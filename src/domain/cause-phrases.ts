import { type Cause, causes } from './ntee.ts'
import { toComparable } from './similarity.ts'

// "Food Banks & Pantries" is asked for as "food banks" or "food bank".
const singular = (text: string): string =>
  toComparable(text)
    .split(' ')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        // "churches", "businesses", "boxes"; the "e" of "houses" is the word's own.
        .replace(/(ch|sh|ss|x|z)es$/, '$1')
        .replace(/(?<=[^s])s$/, ''),
    )
    .join(' ')

// Words people use that no label holds, with the codes that the labels' definitions give them.
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

// A part of a label that stands in more labels than these names none of them.
const MOST_LABELS = 2

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

/** Whether labels of causes hold every word of a text, as those of "domestic violence" do. */
export const isOfCauseWords = (text: string): boolean =>
  singular(text)
    .split(' ')
    .every((word) => causeWords.has(word))

/**
 * The causes a phrase names by a label or by one part of a label, in singular or plural;
 * undefined when it names none, or too many to be meant.
 */
export function causesNamedBy(phrase: string): { codes: string[]; label: string } | undefined {
  const named = causesByPhrase.get(singular(phrase)) ?? []
  const [first] = named
  const labels = new Set(named.map(({ label }) => label))
  if (!first || labels.size > MOST_LABELS) return undefined
  return { codes: named.map(({ code }) => code), label: [...labels].join('; ') }
}
