import type { Figure } from './figure.ts'
import type { Findings } from './findings.ts'
import { wordsOf } from './plain-text.ts'

const SUFFIXES = /\b(?:inc|incorporated|corp|corporation|co|llc|ltd|nfp|the)\b\s*/gu

const core = (name: string): string => wordsOf(name).join(' ').replaceAll(SUFFIXES, '').trim()

/**
 * The organizations a sentence names, by name or EIN, of those the tools returned. A name inside a
 * longer one that is named is not named itself; two organizations of one name are both.
 */
export function mentionedEins(
  sentence: string,
  figures: readonly Figure[],
  { names }: Findings,
): Set<string> {
  const text = ` ${wordsOf(sentence).join(' ').replaceAll(SUFFIXES, '')} `
  const found = [...names].flatMap(([ein, known]) =>
    [...known]
      .map(core)
      .flatMap((name) => (name && text.includes(` ${name} `) ? [{ ein, name }] : [])),
  )
  const eins = found
    .filter(({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)))
    .map(({ ein }) => ein)
  return new Set([
    ...eins,
    ...figures.flatMap((figure) => (figure.kind === 'ein' ? figure.ein : [])),
  ])
}

// What may stand unquoted in a name: "Troop 12", "Seven Mile Turtle Hospital". An amount may not: a
// name is filed text like any other.
const AMOUNT =
  /[$€£%]|\d[\d,.]*\d{3}|\d{4}|[,.]\d|\b(?:percent|dollars?|hundred|dozen|thousand|million|billion|trillion)s?\b/iu

/** Where a sentence spells out an organization's name that holds digits or number words. */
export function findNames(sentence: string, { names }: Findings): { start: number; end: number }[] {
  const known = [...names.values()].flatMap((set) => [...set])
  return known.flatMap((name) => {
    const words = wordsOf(name.replaceAll(/[,.]?\s*\b(?:inc|corp|llc|ltd)\b\.?\s*$/giu, ''))
    if (words.length < 2 || AMOUNT.test(name)) return []
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}\\n]{1,3}')}(?![\\p{L}\\p{N}])`,
      'giu',
    )
    return [...sentence.matchAll(pattern)].map(({ 0: { length }, index: start }) => ({
      start,
      end: start + length,
    }))
  })
}
