import type { Citation } from '#src/tools/cite.ts'
import { spansOf } from './figures/figure.ts'
import type { Findings } from './findings.ts'
import { collapse, wordsOf } from './plain-text.ts'

const SUFFIXES = /\b(?:inc|incorporated|corp|corporation|co|llc|ltd|nfp|the)\b\s*/gu

const core = (name: string): string => wordsOf(name).join(' ').replaceAll(SUFFIXES, '').trim()

const plain = (text: string): string =>
  ` ${wordsOf(text).join(' ').replaceAll(SUFFIXES, '')} `.replaceAll(/ {2,}/gu, ' ')

type Mention = { ein: string; name: string }

/**
 * Returns the organizations a text names, among those the tools returned. A name inside a longer
 * one does not count; two organizations with the same name both count.
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

/** Returns the EINs of the mentions that a text names last. */
export function lastNamed(text: string, mentions: readonly Mention[]): Set<string> {
  const said = plain(text)
  const positions = mentions.map(({ ein, name }) => ({ ein, at: said.lastIndexOf(` ${name} `) }))
  const last = Math.max(-1, ...positions.map(({ at }) => at))
  return new Set(positions.flatMap(({ ein, at }) => (at >= 0 && at === last ? [ein] : [])))
}

/** Returns the EINs of the mentions that a text begins with, after "for" or "of". */
export function namedNext(text: string, mentions: readonly Mention[]): Set<string> {
  const [, rest] = /^[\s(]*(?:(?:in|for) \d{4}\s)?(?:for|at|by|of)\s(.*)/isu.exec(text) ?? []
  if (rest === undefined) return new Set()
  const said = plain(rest)
  return new Set(mentions.flatMap(({ ein, name }) => (said.startsWith(` ${name} `) ? [ein] : [])))
}

// Amounts, which a name may not contain unquoted ("Troop 12" and "Seven Mile Turtle Hospital" may):
// names are filed text.
const AMOUNT =
  /[$€£%]|\d[\d,.]*\d{3}|\d{4}|[,.]\d|\b(?:percent|dollars?|hundred|dozen|thousand|million|billion|trillion)s?\b/iu

/** Returns the positions of names that contain digits or number words. */
export function findNames(sentence: string, { names }: Findings): { start: number; end: number }[] {
  const known = [...names.values()].flatMap((set) => [...set])
  return known.flatMap((name) => {
    const words = wordsOf(name.replaceAll(/[,.]?\s*\b(?:inc|corp|llc|ltd)\b\.?\s*$/giu, ''))
    if (words.length < 2 || AMOUNT.test(name)) return []
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}\\n]{1,3}')}(?![\\p{L}\\p{N}])`,
      'giu',
    )
    return spansOf(sentence, pattern)
  })
}

type Quotation = { start: number; end: number; citation: Citation }

const QUOTED = /["“„«]([^"“”„«»]+)["”»]/gu
// A shorter quotation could separate a figure from what it counts.
const LEAST_WORDS = 5
/** A complete filed text may be shorter, but not a single figure. */
const LEAST_WORDS_OF_WHOLE = 3

/**
 * Returns the quoted passages that occur word for word in a filed text: their figures are the
 * filer's own. Undefined if one belongs to an organization other than these.
 */
export function findQuotations(
  sentence: string,
  { quotes }: Findings,
  eins: ReadonlySet<string>,
): Quotation[] | undefined {
  const found = [...sentence.matchAll(QUOTED)].map(({ 0: whole, 1: inner = '', index: start }) => {
    const passage = collapse(inner)
      .replace(/(?:\.\.\.|…|[.,;:!?])+$/u, '')
      .replace(/^(?:\.\.\.|…)\s*/u, '')
    const sources = quotes.filter(({ text }) => isVerbatim(passage, text))
    const source = sources.find(({ citation }) => eins.size === 0 || eins.has(citation.ein))
    return {
      start,
      end: start + whole.length,
      citation: source?.citation,
      isOf: sources.length > 0,
    }
  })
  if (found.some(({ isOf, citation }) => isOf && citation === undefined)) return undefined
  return found.flatMap(({ start, end, citation }) => (citation ? [{ start, end, citation }] : []))
}

function isVerbatim(passage: string, text: string): boolean {
  const words = passage.match(/\p{L}{2,}/gu)?.length ?? 0
  if (words < LEAST_WORDS_OF_WHOLE) return false
  if (words < LEAST_WORDS) return text.replace(/[.,;:!?]+$/u, '') === passage
  const at = text.indexOf(passage)
  // "1,200 meals" does not quote "31,200 meals".
  return (
    at >= 0 &&
    !/[\p{L}\p{N}.,]$/u.test(text.slice(0, at).slice(-1)) &&
    !/^[,.]?[\p{L}\p{N}]/u.test(text.slice(at + passage.length))
  )
}
