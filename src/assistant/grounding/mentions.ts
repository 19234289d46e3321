import type { Findings } from './findings.ts'
import { wordsOf } from './plain-text.ts'

const SUFFIXES = /\b(?:inc|incorporated|corp|corporation|co|llc|ltd|nfp|the)\b\s*/gu

const core = (name: string): string => wordsOf(name).join(' ').replaceAll(SUFFIXES, '').trim()

const plain = (text: string): string =>
  ` ${wordsOf(text).join(' ').replaceAll(SUFFIXES, '')} `.replaceAll(/ {2,}/gu, ' ')

type Mention = { ein: string; name: string }

/**
 * The organizations a text names, of those the tools returned. A name inside a longer one that is
 * named is not named itself; two organizations of one name are both.
 */
export function findMentions(text: string, { names }: Pick<Findings, 'names'>): Mention[] {
  const said = plain(text)
  const found = [...names].flatMap(([ein, known]) =>
    [...new Set([...known].map(core))].flatMap((name) =>
      name && said.includes(` ${name} `) ? [{ ein, name }] : [],
    ),
  )
  return found.filter(
    ({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)),
  )
}

/** Of these mentions those that a text names last. */
export function lastNamed(text: string, mentions: readonly Mention[]): Set<string> {
  const said = plain(text)
  const places = mentions.map(({ ein, name }) => ({ ein, at: said.lastIndexOf(` ${name} `) }))
  const last = Math.max(-1, ...places.map(({ at }) => at))
  return new Set(places.flatMap(({ ein, at }) => (at >= 0 && at === last ? [ein] : [])))
}

/** Of these mentions those that a text begins with, after "for" or "of". */
export function namedNext(text: string, mentions: readonly Mention[]): Set<string> {
  const [, rest] = /^[\s(]*(?:(?:in|for) \d{4}\s)?(?:for|at|by|of)\s(.*)/isu.exec(text) ?? []
  if (rest === undefined) return new Set()
  const said = plain(rest)
  return new Set(mentions.flatMap(({ ein, name }) => (said.startsWith(` ${name} `) ? [ein] : [])))
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
