import { aspectsOf, isOfAspect } from './aspects.ts'
import type { Figure } from './figure.ts'
import type { Fact, Findings } from './findings.ts'

/** What a sentence tells about its figures: whom and which years it names, and what of. */
export type Setting = {
  /** EINs of the organizations it names; empty where it names none. */
  eins: ReadonlySet<string>
  years: ReadonlySet<number>
  sentence: string
}

/** Whether something a tool returned holds a figure, and the facts that do, the fittest first. */
export function supportOf(
  figure: Figure,
  setting: Setting,
  findings: Findings,
): { isSupported: boolean; facts: Fact[] } {
  if (figure.kind === 'number') return supportNumber(figure, setting, findings)
  return { isSupported: isKnown(figure, findings), facts: [] }
}

function isKnown(figure: Exclude<Figure, { kind: 'number' }>, findings: Findings): boolean {
  if (figure.kind === 'ein') return findings.eins.has(figure.ein)
  if (figure.kind === 'year') return findings.years.has(figure.value)
  if (figure.kind !== 'date') return false
  // "2022-06" is told by any day of it, "June 30" by that day of any year.
  const { iso } = figure
  return [...findings.dates].some((date) => date.startsWith(iso) || date.endsWith(iso))
}

type NumberFigure = Extract<Figure, { kind: 'number' }>

function supportNumber(figure: NumberFigure, setting: Setting, findings: Findings) {
  if (findings.eins.has(figure.text) || isCountOfOrganizations(figure, setting, findings)) {
    return { isSupported: true, facts: [] }
  }
  const facts = findings.facts.filter(
    (fact) => holds(fact, figure, setting.sentence) && fits(fact, setting),
  )
  const ofAspect = facts.filter((fact) => isOfAspect(fact, aspectsOf(setting.sentence)))
  return { isSupported: ofAspect.length > 0, facts: citedFirst(ofAspect) }
}

const citedFirst = (facts: Fact[]): Fact[] =>
  facts.toSorted((a, b) => Number(b.citation !== undefined) - Number(a.citation !== undefined))

const COUNTED_THINGS =
  /^[^.;]{0,40}\b(?:organizations?|nonprofits?|charit(?:y|ies)|foundations?|filers?|candidates?|results?|of (?:them|these|those))\b/iu

// "These two organizations": as many as were returned need no count of their own.
function isCountOfOrganizations(
  figure: NumberFigure,
  { sentence }: Setting,
  { eins }: Findings,
): boolean {
  // Nobody counts out more than a list shows (ten of each tool).
  const isSmall = Number.isInteger(figure.value) && figure.value >= 1 && figure.value <= 10
  const isCount = figure.measure === 'plain' && isSmall && figure.value <= eins.size
  return isCount && COUNTED_THINGS.test(sentence.slice(figure.end))
}

/** Whether a fact's value is what a figure states, to the precision it is stated with. */
export function holds(fact: Fact, figure: NumberFigure, sentence = ''): boolean {
  if (figure.measure === 'money' && (fact.measure === 'count' || fact.measure === 'share')) {
    return false
  }
  return readingsOf(fact, figure).some(
    (value) =>
      isStated(value, figure) ||
      // "A loss of $5,000" is filed as -5,000.
      (value < 0 && figure.value > 0 && LOSS.test(sentence) && isStated(-value, figure)),
  )
}

const LOSS =
  /\b(?:loss(?:es)?|lost|deficit|shortfall|negative|declin\w*|fell|fall|drop\w*|decreas\w*|shr[aiu]nk|less|below|exceed\w*|overspent|down)\b/iu
/** Labels of what is filed or scored as a percentage already. */
const PERCENT_LABEL = /percent|%|pct/iu

function readingsOf({ value, measure, label }: Fact, figure: NumberFigure): number[] {
  if (figure.measure !== 'percent') {
    // "The 85th percentile" of a share of 0.85.
    const isRank = measure === 'share' && /percentile/iu.test(label)
    return isRank ? [value, value * 100] : [value]
  }
  if (measure === 'share') return [value * 100]
  if (measure === 'unknown' && PERCENT_LABEL.test(label)) return [value]
  // A whole number is no share: a count of 1 is not 100 percent.
  return measure === 'unknown' && !Number.isInteger(value) ? [value * 100] : []
}

// "About" and its like may round as people do; "$1 million" for 1.4 million misleads though it is
// rounding, so an amount written with "million" is never further off than this, either.
const MOST_OFF = 0.1
// Binary fractions: 0.285 * 100 is a hair above 28.5.
const EPSILON = 1e-9

function isStated(value: number, figure: NumberFigure): boolean {
  if (figure.value === 0)
    return Math.abs(value) < (Number.isInteger(value) ? EPSILON : figure.unit / 2)
  if (Math.sign(value) !== Math.sign(figure.value)) return false
  const off = Math.abs(value - figure.value)
  const slack = EPSILON * Math.max(1, Math.abs(value))
  if (off <= toleranceOf(value, figure) + slack) return true
  return figure.hedge !== undefined && isHedged(value, figure)
}

function toleranceOf(value: number, { value: stated, unit, isScaled }: NumberFigure): number {
  if (isScaled) return Math.min(unit / 2, MOST_OFF * Math.abs(stated))
  // Whole numbers are stated whole; what has decimals is rounded to the last one stated.
  return Number.isInteger(value) && unit === 1 ? 0 : unit / 2
}

function isHedged(value: number, { value: stated, hedge }: NumberFigure): boolean {
  const off = Math.abs(value) - Math.abs(stated)
  if (Math.abs(off) > MOST_OFF * Math.abs(stated)) return false
  return hedge === 'about' || (hedge === 'above' ? off >= 0 : off <= 0)
}

// A sentence that names organizations tells of them, one that names years of those: a tax year is
// also called by the year after, in which it ends.
function fits({ eins: whose, taxYear }: Fact, { eins, years }: Setting): boolean {
  const isOfThem = whose.length === 0 || eins.size === 0 || whose.some((ein) => eins.has(ein))
  const isOfThen =
    taxYear === undefined || years.size === 0 || years.has(taxYear) || years.has(taxYear + 1)
  return isOfThem && isOfThen
}
