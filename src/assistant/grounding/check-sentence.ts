import type { Citation } from '#src/tools/cite.ts'
import { anyOf, patternOf } from '../phrases.ts'
import { agrees, type Clause, namesAny, readClauses, yearsOf } from './clause.ts'
import { blank, type Figure, isStated, type NumberFigure, spansOf } from './figures/figure.ts'
import { readFigures } from './figures/read-figures.ts'
import { readZeros } from './figures/read-written-figures.ts'
import type { Fact, Findings } from './findings.ts'
import { hasForeignAddress, isAdvice, isSecret, type Secrets } from './forbidden.ts'
import { collapse, wordsOf } from './plain-text.ts'

/** What a sentence says about one of its figures. */
type Setting = {
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
function factsOf(figure: NumberFigure, setting: Setting, findings: Findings): Fact[] {
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
function isKnown(figure: Exclude<Figure, { kind: 'number' }>, findings: Findings): boolean {
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
function isCountOfOrganizations(
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

const SUFFIXES = /\b(?:inc|incorporated|corp|corporation|co|llc|ltd|nfp|the)\b\s*/gu

const core = (name: string): string => wordsOf(name).join(' ').replaceAll(SUFFIXES, '').trim()

const plain = (text: string): string =>
  ` ${wordsOf(text).join(' ').replaceAll(SUFFIXES, '')} `.replaceAll(/ {2,}/gu, ' ')

type Mention = { ein: string; name: string }

/**
 * Returns the organizations a text names, among those the tools returned. A name inside a longer
 * one does not count; two organizations with the same name both count.
 */
function findMentions(text: string, { names }: Pick<Findings, 'names'>): Mention[] {
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
function lastNamed(text: string, mentions: readonly Mention[]): Set<string> {
  const said = plain(text)
  const positions = mentions.map(({ ein, name }) => ({ ein, at: said.lastIndexOf(` ${name} `) }))
  const last = Math.max(-1, ...positions.map(({ at }) => at))
  return new Set(positions.flatMap(({ ein, at }) => (at >= 0 && at === last ? [ein] : [])))
}

/** Returns the EINs of the mentions that a text begins with, after "for" or "of". */
function namedNext(text: string, mentions: readonly Mention[]): Set<string> {
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
function findNames(sentence: string, { names }: Findings): { start: number; end: number }[] {
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
const MIN_WORDS = 5
/** A complete filed text may be shorter, but not a single figure. */
const MIN_WORDS_OF_WHOLE = 3

/**
 * Returns the quoted passages that occur word for word in a filed text: their figures are the
 * filer's own. Undefined if one belongs to an organization other than these.
 */
function findQuotations(
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
  if (words < MIN_WORDS_OF_WHOLE) return false
  if (words < MIN_WORDS) return text.replace(/[.,;:!?]+$/u, '') === passage
  const at = text.indexOf(passage)
  // "1,200 meals" does not quote "31,200 meals".
  return (
    at >= 0 &&
    !/[\p{L}\p{N}.,]$/u.test(text.slice(0, at).slice(-1)) &&
    !/^[,.]?[\p{L}\p{N}]/u.test(text.slice(at + passage.length))
  )
}

/**
 * Why a sentence is withheld: an unsupported figure, or a passage that does not belong in an
 * answer.
 */
export type Fault = 'figure' | 'passage'

/** The result for a sentence; `named` are the EINs of the organizations it names. */
type Checked =
  | { fault: Fault }
  | { fault?: never; citations: Citation[]; named: ReadonlySet<string> }

type Context = {
  /** The citations that the sentence names by number. */
  pointed: readonly Citation[]
  /** EINs named in the last shown sentence that names any: what "it" refers to. */
  lastNamed: ReadonlySet<string>
}

/** Checks whether a sentence (plain text) may be shown, and with which citations. */
export function checkSentence(
  sentence: string,
  { pointed, lastNamed: before }: Context,
  findings: Findings,
  secrets: Secrets,
): Checked {
  if (isSecret(sentence, secrets) || hasForeignAddress(sentence, findings) || isAdvice(sentence)) {
    return { fault: 'passage' }
  }
  const mentions = findMentions(sentence, findings)
  const named = new Set(mentions.map(({ ein }) => ein))
  const quotations = findQuotations(sentence, findings, named.size > 0 ? named : before)
  if (quotations === undefined) return { fault: 'passage' }
  const own = blank(sentence, [...quotations, ...findNames(sentence, findings)])
  const figures = [...readFigures(own), ...readZeros(own)].sort((a, b) => a.start - b.start)
  const supports = supportAll({ sentence, own, figures, mentions, before }, findings)
  if (supports === undefined) return { fault: 'figure' }
  return {
    named,
    citations: [
      ...supports.flatMap((facts) => citationOf(facts, pointed) ?? []),
      ...quotations.map(({ citation }) => citation),
      // A figure's citation is found by its value; the model chooses those of texts.
      ...pointed.filter(({ value }) => typeof value !== 'number'),
    ],
  }
}

type Read = {
  sentence: string
  /** The sentence without names and quotations. */
  own: string
  figures: readonly Figure[]
  mentions: ReturnType<typeof findMentions>
  before: ReadonlySet<string>
}

// Returns the facts of each figure; undefined if one has no support.
function supportAll(read: Read, findings: Findings): Fact[][] | undefined {
  const { own, figures } = read
  const numbers = figures.filter((figure) => figure.kind === 'number')
  const clauses = readClauses(own, numbers)
  const supports: Fact[][] = []
  for (const [at, figure] of figures.entries()) {
    const clause = clauses[numbers.findIndex(({ start }) => start === figure.start)]
    if (figure.kind !== 'number' || clause === undefined) {
      const isTrue = isKnown(figure as Exclude<Figure, { kind: 'number' }>, findings)
      if (!isTrue || !isEinOfNamed(figure, read)) return undefined
      continue
    }
    if (findings.eins.has(figure.text)) continue
    if (isCountOfOrganizations(figure, own.slice(figure.end), findings)) continue
    const setting: Setting = {
      sentence: own,
      clause,
      years: yearsOf(own, figures, at),
      ...whomOf(figure, read, clause.after),
    }
    const facts = factsOf(figure, setting, findings)
    if (facts.length === 0) return undefined
    supports.push(facts)
  }
  return supports
}

// A figure belongs to the organization named right after it ("for ..."), otherwise to the last one
// before it, otherwise to any in the sentence.
function whomOf(
  { start, end }: Figure,
  { sentence, mentions, before }: Read,
  after: string,
): Pick<Setting, 'eins' | 'named'> {
  const named = new Set(mentions.map(({ ein }) => ein))
  if (named.size === 0) return { eins: before, named: before }
  const next = namedNext(sentence.slice(end, end + after.length), mentions)
  if (next.size > 0) return { eins: next, named }
  const last = lastNamed(sentence.slice(0, start), mentions)
  return { eins: last.size > 0 ? last : named, named }
}

// An EIN beside a name must be that organization's.
function isEinOfNamed(figure: Figure, { sentence, mentions }: Read): boolean {
  if (figure.kind !== 'ein' || mentions.length === 0) return true
  const last = lastNamed(sentence.slice(0, figure.start), mentions)
  return (last.size > 0 ? last : new Set(mentions.map(({ ein }) => ein))).has(figure.ein)
}

const citationOf = (facts: readonly Fact[], pointed: readonly Citation[]): Citation | undefined => {
  const cited = facts.flatMap(({ citation }) => citation ?? [])
  return cited.find((citation) => pointed.includes(citation)) ?? cited[0]
}
