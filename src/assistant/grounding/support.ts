import { agrees, namesAny } from './aspects.ts'
import type { Figure, NumberFigure } from './figure.ts'
import type { Fact, Findings } from './findings.ts'
import type { Place } from './place.ts'
import { isStated } from './precision.ts'

/** What a sentence tells about one of its figures. */
export type Setting = {
  sentence: string
  place: Place
  /** EINs of all organizations the sentence names, or that were named last. */
  named: ReadonlySet<string>
  /** EINs of those this figure is of; empty where nobody is named. */
  eins: ReadonlySet<string>
  /** The years it is of, each with whether a tax year is meant and none else; empty where none is named. */
  years: ReadonlyMap<number, { isTaxYear: boolean }>
}

/** Facts that hold a number of a sentence, the cited first: value, line, sign, whom and when agree. */
export function factsOf(figure: NumberFigure, setting: Setting, findings: Findings): Fact[] {
  const facts = findings.facts.filter(
    (fact) =>
      holds(fact, figure, setting.place) &&
      isOfThem(fact, setting) &&
      isOfThen(fact, setting, findings) &&
      isOfLine(fact, figure, setting),
  )
  return facts.toSorted(
    (a, b) => Number(b.citation !== undefined) - Number(a.citation !== undefined),
  )
}

/** Whether a year, date or EIN is one that a tool returned. */
export function isKnown(figure: Exclude<Figure, { kind: 'number' }>, findings: Findings): boolean {
  if (figure.kind === 'ein') return findings.eins.has(figure.ein)
  if (figure.kind === 'year') return findings.years.has(figure.value)
  if (figure.kind !== 'date') return false
  // "2022-06" is told by any day of it, "June 30" by that day of any year.
  const { iso } = figure
  return [...findings.dates].some((date) => date.startsWith(iso) || date.endsWith(iso))
}

const COUNTED_THINGS =
  /^[^.;]{0,40}\b(?:organizations?|nonprofits?|charit(?:y|ies)|foundations?|filers?|candidates?|results?|of (?:them|these|those))\b/iu

/** Whether a number counts organizations, as many as were returned: that needs no count of its own. */
export function isCountOfOrganizations(
  { measure, value }: NumberFigure,
  after: string,
  { eins }: Findings,
): boolean {
  // Nobody counts out more than a list shows (ten of each tool).
  const isSmall = Number.isInteger(value) && value >= 1 && value <= 10
  return measure === 'plain' && isSmall && value <= eins.size && COUNTED_THINGS.test(after)
}

/** Words after which no thing is counted: "1,234,567 in revenue", but not "1,234,567 children". */
const NO_THING =
  /^(?:$|[^\p{L}\p{N}]*$|\s*[.,;:)\]|"'”’–—]|\s(?:in|for|and|or|but|during|of|on|to|from|against|compared|while|as|at|with|versus|vs|than|last|that|this|over|under|by|per|is|was|were|are|total|dollars|between|among|out|until|when)\b|-)/iu
/** Of a share in figures, less says too little: 1 is no rounding of 0.85. */
const LEAST_DECIMALS = 2

function holds(fact: Fact, figure: NumberFigure, place: Place): boolean {
  const { value, measure } = fact
  if (figure.measure === 'money' && measure !== 'money' && measure !== 'unknown') return false
  if (figure.measure === 'plain' && !holdsPlain(fact, figure, place)) return false
  return readingsOf(fact, figure).some((reading) => {
    const stated = isStated(reading, figure) && isRightWay(fact, place)
    // "A loss of $5,000" is filed as -5,000.
    const isLoss = value < 0 && figure.value > 0 && place.direction === 'down'
    return stated || (isLoss && isStated(-reading, figure))
  })
}

function holdsPlain(
  { value, measure }: Fact,
  { text, value: stated }: NumberFigure,
  { before, after }: Place,
): boolean {
  // "No revenue": the line stands where things would.
  if (stated === 0 && !/\d/u.test(text)) return true
  if (measure === 'months') return /^[\s-]months?\b/iu.test(after) || /\bmonths?\b/iu.test(before)
  if (measure === 'money') return NO_THING.test(after)
  if (measure === 'count' || Number.isInteger(value)) return true
  const decimals = text.split('.')[1]?.length ?? 0
  return NO_THING.test(after) && (decimals >= LEAST_DECIMALS || /percentile/iu.test(after))
}

/** Facts whose sign says which way it went. */
const SIGNED = /growth|change|less expenses|surplus|difference/iu

// A surplus is told as no deficit and growth as no decline, nor the reverse. Other lines may fall to
// what they are; only a negative word beside them says their sign.
function isRightWay({ value, label }: Fact, { direction, before }: Place): boolean {
  if (SIGNED.test(label)) return direction !== (value < 0 ? 'up' : 'down') || value === 0
  return value <= 0 || !/\b(?:negative|minus)\b/iu.test(before)
}

/** Labels of what is filed or scored as a percentage already. */
const PERCENT_LABEL = /percent|%|pct/iu

function readingsOf({ value, measure, label }: Fact, figure: NumberFigure): number[] {
  if (figure.measure !== 'percent') {
    // "The 85th percentile" of a share of 0.85.
    const isRank = measure === 'share' && /percentile|share of peers/iu.test(label)
    return isRank ? [value, value * 100] : [value]
  }
  if (measure === 'share') return [value * 100]
  if (measure === 'unknown' && PERCENT_LABEL.test(label)) return [value]
  // A whole number is no share: a count of 1 is not 100 percent.
  return measure === 'unknown' && !Number.isInteger(value) ? [value * 100] : []
}

// Of sums over all returns and counts of searches, which are of nobody, the sentence says so.
const OF_ALL =
  /\b(?:nonprofits|charities|foundations|organizations|filers|returns|filings|sector|nation\w*|country|United States|found|list(?:s|ed)?|search\w*|match\w*|results?|there (?:are|were))\b/iu

function isOfThem({ eins: whose, measure }: Fact, { eins, named, sentence }: Setting): boolean {
  if (whose.length === 0) return OF_ALL.test(sentence) && (measure !== 'money' || named.size === 0)
  if (eins.size === 0) return true
  // A grant is of two: where two are named, of both.
  if (whose.length > 1 && named.size > 1) return whose.every((ein) => named.has(ein))
  return whose.some((ein) => eins.has(ein))
}

// A tax year is also called by the year after, in which it ends, unless that year has a figure, too.
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

function isOfLine(fact: Fact, figure: NumberFigure, { place, sentence, named }: Setting): boolean {
  const { label, eins, measure } = fact
  const { aspects } = place
  const isNamedGrant =
    measure === 'money' &&
    eins.length > 1 &&
    eins.every((ein) => named.has(ein)) &&
    !namesAny(aspects)
  if (isNamedGrant) return true
  const isCount = measure === 'count' || (figure.measure === 'plain' && eins.length === 0)
  // "57 food banks were found": what is counted is what was looked for.
  if (eins.length === 0 && isCount && /found|finds/iu.test(label)) {
    return aspects.exact.size === 0
  }
  return agrees(label, aspects, sentence)
}
