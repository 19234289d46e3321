import type { Fact } from './findings.ts'

/**
 * What a figure can be a figure of, by the words of a sentence or a label. Those that are told apart
 * most and mixed up worst; a word that is in none leaves the figure open.
 */
const ASPECTS: readonly [string, RegExp][] = [
  ['revenue', /\b(?:revenues?|income|receipts|took in|raised|brought in|earned)\b/iu],
  ['expenses', /\b(?:expen[sd]\w*|spen[dt]\w*|costs?|disburse\w*)\b/iu],
  ['assets', /\bassets?\b/iu],
  ['liabilities', /\b(?:liabilit\w+|debts?|owe[sd]?)\b/iu],
  ['compensation', /\b(?:compensat\w+|salar\w+|paid|pays?|wages|earn(?:s|ed)?)\b/iu],
  [
    'grants',
    /\b(?:grants?|grantees?|awards?|awarded|gave|given|gives?|fund(?:s|ed|ers?|ing)?|contribut\w+|donat\w+|gifts?|received?)\b/iu,
  ],
  [
    'people',
    /\b(?:employees?|staff|volunteers?|members?|people|directors?|officers?|trustees?|persons?)\b/iu,
  ],
  ['rating', /\b(?:scor\w+|rat(?:ed|ing)|points?|percentile)\b/iu],
]

/** The aspects a text names. */
export const aspectsOf = (text: string): ReadonlySet<string> =>
  new Set(ASPECTS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name))

/**
 * Whether a fact may be what a sentence of these aspects states. Where the sentence or the fact's
 * label names none, nothing speaks against it.
 */
export function isOfAspect({ label }: Fact, aspects: ReadonlySet<string>): boolean {
  if (aspects.size === 0) return true
  const own = aspectsOf(label.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' '))
  return own.size === 0 || [...own].some((aspect) => aspects.has(aspect))
}
