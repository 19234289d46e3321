import { anyOf, patternOf } from '../phrases.ts'
import { agrees, type Clause, namesAny } from './clause.ts'
import { type Figure, isStated, type NumberFigure } from './figures/figure.ts'
import type { Fact, Findings } from './findings.ts'

/** What a sentence says about one of its figures. */
export type Setting = {
  sentence: string
  clause: Clause
  /** EINs of all organizations the sentence names, otherwise of those named last. */
  named: ReadonlySet<string>
  /** EINs of the organizations this figure belongs to; empty if none is named. */
  eins: ReadonlySet<string>
  /** The figure's years, and whether the sentence says "tax year"; empty if none is named. */
  years: ReadonlyMap<number, { isTaxYear: boolean }>
}

/**
 * Returns the facts that support a number, cited ones first: value, line, sign, organization, and
 * year agree.
 */
export function factsOf(figure: NumberFigure, setting: Setting, findings: Findings): Fact[] {
  const facts = findings.facts.filter(
    (fact) =>
      holds(fact, figure, setting.clause) &&
      isOfThem(fact, setting) &&
      isOfThen(fact, setting, findings) &&
      isOfLine(fact, figure, setting),
  )
  return facts.toSorted(
    (a, b) => Number(b.citation !== undefined) - Number(a.citation !== undefined),
  )
}

/** Returns whether a year, date, or EIN is one that a tool returned. */
export function isKnown(figure: Exclude<Figure, { kind: 'number' }>, findings: Findings): boolean {
  if (figure.kind === 'ein') return findings.eins.has(figure.ein)
  if (figure.kind === 'year') return findings.years.has(figure.value)
  if (figure.kind !== 'date') return false
  // Any day of the month supports "2022-06"; that day of any year supports "June 30".
  const { iso } = figure
  return [...findings.dates].some((date) => date.startsWith(iso) || date.endsWith(iso))
}

const COUNTED_THINGS_WORDS = patternOf(`
  organizations? | nonprofits? | charit(y|ies) | foundations? | filers? | candidates? |
  results? | of (them|these|those)
`)
const COUNTED_THINGS = new RegExp(String.raw`^[^.;]{0,40}\b(?:${COUNTED_THINGS_WORDS})\b`, 'iu')

/**
 * Returns whether a number counts at most as many organizations as the tools returned; that needs
 * no count of its own.
 */
export function isCountOfOrganizations(
  { measure, value }: NumberFigure,
  after: string,
  { eins }: Findings,
): boolean {
  // Lists from tools show at most ten.
  const isSmall = Number.isInteger(value) && value >= 1 && value <= 10
  return measure === 'plain' && isSmall && value <= eins.size && COUNTED_THINGS.test(after)
}

/** Words that rule out a counted thing: "1,234,567 in revenue", but not "1,234,567 children". */
const NO_THING =
  /^(?:$|[^\p{L}\p{N}]*$|\s*[.,;:)\]|"'”’–—]|\s(?:in|for|and|or|but|during|of|on|to|from|against|compared|while|as|at|with|versus|vs|than|last|that|this|over|under|by|per|is|was|were|are|total|dollars|between|among|out|until|when)\b|-)/iu
/** A share needs two decimals: 1 does not round 0.85. */
const MIN_DECIMALS = 2

function holds(fact: Fact, figure: NumberFigure, clause: Clause): boolean {
  const { value, measure } = fact
  if (figure.measure === 'money' && measure !== 'money' && measure !== 'unknown') return false
  if (figure.measure === 'plain' && !holdsPlain(fact, figure, clause)) return false
  return readingsOf(fact, figure).some((reading) => {
    const stated = isStated(reading, figure) && isRightWay(fact, clause)
    // "A loss of $5,000" is filed as -5,000.
    const isLoss = value < 0 && figure.value > 0 && clause.direction === 'down'
    return stated || (isLoss && isStated(-reading, figure))
  })
}

function holdsPlain(
  { value, measure }: Fact,
  { text, value: stated }: NumberFigure,
  { before, after }: Clause,
): boolean {
  // In "no revenue", the line follows the number.
  if (stated === 0 && !/\d/u.test(text)) return true
  if (measure === 'months') return /^[\s-]months?\b/iu.test(after) || /\bmonths?\b/iu.test(before)
  if (measure === 'money') return NO_THING.test(after)
  if (measure === 'count' || Number.isInteger(value)) return true
  const decimals = text.split('.')[1]?.length ?? 0
  return NO_THING.test(after) && (decimals >= MIN_DECIMALS || /percentile/iu.test(after))
}

/** Labels of facts whose sign is a direction. */
const SIGNED = /growth|change|less expenses|surplus|difference/iu

// A surplus is not a deficit, and growth is not a decline. Other lines may fall to their value;
// only a negative word states their sign.
function isRightWay({ value, label }: Fact, { direction, before }: Clause): boolean {
  if (SIGNED.test(label)) return direction !== (value < 0 ? 'up' : 'down') || value === 0
  return value <= 0 || !/\b(?:negative|minus)\b/iu.test(before)
}

/** Labels of values that are already percentages. */
const PERCENT_LABEL = /percent|%|pct/iu

function readingsOf({ value, measure, label }: Fact, figure: NumberFigure): number[] {
  if (figure.measure !== 'percent') {
    // "The 85th percentile" of a share of 0.85.
    const isRank = measure === 'share' && /percentile|share of peers/iu.test(label)
    return isRank ? [value, value * 100] : [value]
  }
  if (measure === 'share') return [value * 100]
  if (measure === 'unknown' && PERCENT_LABEL.test(label)) return [value]
  // A whole number is not a share: a count of 1 is not 100 percent.
  return measure === 'unknown' && !Number.isInteger(value) ? [value * 100] : []
}

// Words that a sentence about totals or counts of searches must contain.
const OF_ALL = anyOf(
  'iu',
  String.raw`
  nonprofits | charities | foundations | organizations | filers | returns | filings | sector |
  nation\w* | country | United States | found | list(s|ed)? | search\w* | match\w* | results? |
  there (are|were)
`,
)

function isOfThem({ eins: whose, measure }: Fact, { eins, named, sentence }: Setting): boolean {
  if (whose.length === 0) return OF_ALL.test(sentence) && (measure !== 'money' || named.size === 0)
  if (eins.size === 0) return true
  // A grant has two sides: if two organizations are named, they must be both sides.
  if (whose.length > 1 && named.size > 1) return whose.every((ein) => named.has(ein))
  return whose.some((ein) => eins.has(ein))
}

// A tax year may be called by the year in which it ends, the next one, unless that year has a
// figure, too.
function isOfThen(fact: Fact, { years }: Setting, { facts }: Findings): boolean {
  const { taxYear, label, eins } = fact
  if (taxYear === undefined || years.size === 0 || years.has(taxYear)) return true
  const next = years.get(taxYear + 1)
  if (next === undefined || next.isTaxYear) return false
  return !facts.some(
    (other) =>
      other.taxYear === taxYear + 1 && other.label === label && other.eins.join() === eins.join(),
  )
}

function isOfLine(fact: Fact, figure: NumberFigure, { clause, sentence, named }: Setting): boolean {
  const { label, eins, measure } = fact
  const { aspects } = clause
  const isNamedGrant =
    measure === 'money' &&
    eins.length > 1 &&
    eins.every((ein) => named.has(ein)) &&
    !namesAny(aspects)
  if (isNamedGrant) return true
  const isCount = measure === 'count' || (figure.measure === 'plain' && eins.length === 0)
  // "57 food banks were found" counts what was searched for.
  if (eins.length === 0 && isCount && /found|finds/iu.test(label)) {
    return aspects.exact.size === 0
  }
  return agrees(label, aspects, sentence)
}
