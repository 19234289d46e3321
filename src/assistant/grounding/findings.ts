import { readWebsite } from '#src/domain/website.ts'
import type { Citation } from '#src/tools/cite.ts'
import type { ToolAnswer } from '#src/tools/tool.ts'
import { readFigures } from './figures/read-figures.ts'
import { collapse } from './plain-text.ts'

/** A number a tool returned, with the organizations and the year it belongs to. */
export type Fact = {
  value: number
  /** Its label and its key in the answer. */
  label: string
  measure: 'money' | 'count' | 'share' | 'months' | 'unknown'
  /** The organizations it belongs to, such as a grant's funder and recipient; empty for totals. */
  eins: readonly string[]
  taxYear?: number
  citation?: Citation
}

/** A filed text, which may only be quoted. */
type QuotedText = { text: string; citation: Citation }

/** Everything the tools of one answer returned, as grounding needs it. */
export type Findings = {
  facts: Fact[]
  years: Set<number>
  /** ISO dates. */
  dates: Set<string>
  quotes: QuotedText[]
  /** Filed or registered names of organizations by EIN. */
  names: Map<string, Set<string>>
  eins: Set<string>
  /** Hosts of websites as filed, lower case. */
  hosts: Set<string>
  /** In the order the model saw them; the first has number 1. */
  citations: Citation[]
}

export const emptyFindings = (): Findings => ({
  facts: [],
  years: new Set(),
  dates: new Set(),
  quotes: [],
  names: new Map(),
  eins: new Set(),
  hosts: new Set(),
  citations: [],
})

/** Adds what a tool returned. */
export function addFindings(findings: Findings, answer: ToolAnswer): void {
  findings.citations.push(...answer.citations)
  walk(findings, answer, { path: [], eins: [] })
}

const YEAR_KEYS = /year(?:s)?$/iu
const MONEY_KEYS = /(?:amount|compensation|difference|revenue|expenses|assets|dollars|outlays)$/iu
const SHARE_KEYS = /(?:percentile|ratio|share|confidence|score)$/iu
const COUNT_KEYS =
  /(?:^found|count|grants|made|failed|passed|total|unresolved|points|weight|filed|years|hits|number|size|members|organizations)$/iu
/**
 * The key of a sentence this service wrote: only its years and dates count, because its figures are
 * also returned as values.
 */
const OWN_SENTENCE = 'bottomLine'
const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2})?$/u
const EIN = /^\d{9}$/u

/** The keys above a value, and the organizations and year of the objects around it. */
type Context = { path: readonly string[]; eins: readonly string[]; taxYear?: number }

function walk(findings: Findings, value: unknown, context: Context): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(findings, item, context)
  } else if (isCitation(value)) {
    addCitation(findings, value, context)
  } else if (isObject(value)) {
    walkObject(findings, value, context)
  } else if (typeof value === 'number') {
    addNumber(findings, value, context)
  } else if (typeof value === 'string') {
    addText(findings, value, context)
  }
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function walkObject(findings: Findings, object: Json, outer: Context): void {
  const own = einOf(object)
  if (own !== undefined) addName(findings, own, object.name)
  const { taxYear } = object
  const context: Context = {
    ...outer,
    eins: [...new Set([...outer.eins, ...einsOf(object)])],
    ...(typeof taxYear === 'number' && { taxYear }),
  }
  const measure = measureOfUnit(object.unit)
  for (const [key, value] of Object.entries(object)) {
    if (key === 'value' && typeof value === 'number') {
      const { line, whom } = partLabel(findings, labelOf(object))
      const eins = [...new Set([...context.eins, ...whom])]
      addNumber(findings, value, { ...context, eins, path: [...outer.path, line] }, measure)
    } else if (isCitation(value)) {
      addCitation(findings, value, context, measure)
    } else {
      const { label } = object
      const path = [...outer.path, typeof label === 'string' ? `${label} ${key}` : key]
      walk(findings, value, { ...context, path })
    }
  }
}

const labelOf = ({ label, key }: Json): string =>
  [label, key].filter((part) => typeof part === 'string').join(' ')

// A count's label may begin with an organization: "Harbor House: grants".
function partLabel({ names }: Findings, label: string): { line: string; whom: string[] } {
  const whom = [...names].flatMap(([ein, known]) =>
    [...known].some((name) => label.startsWith(`${name}: `)) ? [ein] : [],
  )
  return { line: whom.length > 0 ? label.slice(label.indexOf(': ') + 2) : label, whom }
}

const einOf = ({ ein }: Json): string | undefined =>
  typeof ein === 'string' && EIN.test(ein) ? ein : undefined

// A row belongs to the organizations it names, such as the funder and recipient of a grant.
const einsOf = (object: Json): string[] =>
  [object, ...Object.values(object).filter(isObject)].flatMap((part) => einOf(part) ?? [])

const isCitation = (value: unknown): value is Citation =>
  isObject(value) && 'evidence' in value && 'ein' in value

function measureOfUnit(unit: unknown): Fact['measure'] | undefined {
  if (unit === 'USD') return 'money'
  if (unit === 'ratio' || unit === 'share') return 'share'
  return unit === 'count' || unit === 'months' ? unit : undefined
}

function addName({ names, eins }: Findings, ein: string, name: unknown): void {
  eins.add(ein)
  if (typeof name !== 'string' || name.trim() === '') return
  const known = names.get(ein) ?? new Set()
  names.set(ein, known.add(name))
}

function addCitation(
  findings: Findings,
  citation: Citation,
  { eins }: Context,
  given?: Fact['measure'],
): void {
  const { ein, label, value, evidence } = citation
  const { taxYear } = evidence
  addName(findings, ein, undefined)
  if (taxYear !== undefined) findings.years.add(taxYear)
  if (typeof value === 'number') {
    const measure = given ?? measureOf(citation)
    const whom = [...new Set([...eins, ein])]
    const year = taxYear !== undefined && { taxYear }
    findings.facts.push({ value, label: lineLabel(label), measure, eins: whom, ...year, citation })
  } else if (typeof value === 'string') {
    if (ISO_DATE.test(value)) addDate(findings, value)
    findings.quotes.push({ text: collapse(value), citation })
    addHost(findings, citation)
  }
}

// Names in labels are filed words and do not name a line.
const lineLabel = (label: string): string =>
  label.replace(/^(Grant|Compensation) of (?!officers, ).*$/su, '$1')

// The IRS ends element names in the kind of value. A computed figure with decimals is a share or a
// number of months, never dollars.
function measureOf({ value, label, evidence }: Citation): Fact['measure'] {
  const { sourcePath = '', formula } = evidence
  if (/months/iu.test(label)) return 'months'
  if (/(?:ratio|share|rate|percent|growth)/iu.test(label)) return 'share'
  if (/(?:Amt|Amount|_amount|USD)(?:\[\d+\])?$/u.test(sourcePath)) return 'money'
  if (/(?:Cnt|Count)(?:\[\d+\])?$/u.test(sourcePath)) return 'count'
  return formula !== undefined && !Number.isInteger(value) ? 'share' : 'unknown'
}

function addHost({ hosts }: Findings, { label, value }: Citation): void {
  if (!/web/iu.test(label) || typeof value !== 'string') return
  const url = readWebsite(value)
  if (url === undefined) return
  const { hostname } = new URL(url)
  hosts.add(hostname.replace(/^www\./u, ''))
}

function addNumber(
  findings: Findings,
  value: number,
  { path, eins, taxYear }: Context,
  given?: Fact['measure'],
): void {
  const key = path.at(-1) ?? ''
  if (YEAR_KEYS.test(key)) {
    findings.years.add(value)
    return
  }
  const measure = given ?? measureOfKey(key, value)
  const year = taxYear !== undefined && { taxYear }
  findings.facts.push({ value, label: lineOf(path), measure, eins, ...year })
}

// A key that names no line ("amount") takes the name of its parent ("grants").
const lineOf = (path: readonly string[]): string =>
  path
    .slice(/^(?:amount|count|total|made|failed|passed)$/u.test(path.at(-1) ?? '') ? -2 : -1)
    .join(' ')

function measureOfKey(key: string, value: number): Fact['measure'] {
  if (MONEY_KEYS.test(key)) return 'money'
  // A score of 100 is not a share; one up to 1 is.
  if (SHARE_KEYS.test(key)) return value <= 1 ? 'share' : 'unknown'
  return COUNT_KEYS.test(key) ? 'count' : 'unknown'
}

function addText(findings: Findings, text: string, { path }: Context): void {
  const key = path.at(-1) ?? ''
  if (ISO_DATE.test(text)) addDate(findings, text)
  if (key !== OWN_SENTENCE) return
  for (const figure of readFigures(collapse(text))) {
    if (figure.kind === 'year') findings.years.add(figure.value)
    if (figure.kind === 'date') addDate(findings, figure.iso)
  }
}

function addDate({ dates, years }: Findings, iso: string): void {
  dates.add(iso)
  years.add(Number(iso.slice(0, 4)))
}
