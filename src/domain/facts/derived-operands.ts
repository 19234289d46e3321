import type { Citable, FilingPlace } from '../evidence.ts'
import { sumExactly } from '../exact-numbers.ts'
import {
  endsWithinYearBefore,
  endsYearsBefore,
  isShortYear,
  monthsIn,
  type TaxPeriod,
} from '../tax-period.ts'
import { lineOf } from './catalogue.ts'
import { FACTS, type FactKey } from './definitions.ts'
import { type Facts, misreadFacts } from './read-facts.ts'
import type { Row } from './tables/read-rows.ts'

/** The part of a filing that derived figures read. */
export type FactsOfFiling = TaxPeriod & Citable

/** Rows of a form's lists of people (`OFFICER_TABLES`, `EMPLOYEE_TABLES`). */
export type PeopleListed = { officers: readonly Row[]; employees: readonly Row[] }

/** The inputs of figures. An absent input is unknown. */
export type DerivedInputs = {
  filing: FactsOfFiling
  /** Current filings of the same form, for growth; the filing itself may be among them. */
  years?: readonly FactsOfFiling[] | undefined
  people?: PeopleListed | undefined
}

/** A leaf that a figure is derived from. */
export type DerivedSource = FilingPlace

/** A value with the leaves it is computed from. */
type Operand<Value = number> = { value: Value; from: DerivedSource[] }
/** Returns a filed value: undefined if nothing is filed; null if the filed text is not a number. */
export type Read = (inputs: DerivedInputs) => Operand | null | undefined
export type ReadBoolean = (inputs: DerivedInputs) => Operand<boolean> | undefined

/** Returns the source of a leaf, as figures cite it. */
export const sourceIn = (
  { objectId, form, taxYear }: FactsOfFiling,
  path: string,
): DerivedSource => ({ objectId, form, taxYear, path })

/**
 * Reads a filed amount or count, such as `totalRevenue` or `totalRevenue@Part I`: only from that part
 * of the form, because some facts fall back to another line. Throws for an unknown fact.
 */
export function readFact(text: string): Read {
  const [name = '', part] = text.split('@')
  if (!Object.hasOwn(FACTS, name)) throw new Error(`No fact is named ${name}.`)
  const key = name as FactKey
  return FUNCTIONS.includes(key) ? ofFunction(key) : fact(key, part)
}

const fact =
  (key: FactKey, part?: string): Read =>
  ({ filing }) => {
    const filed = filing.facts[key]
    const path = filed?.path ?? misreadFacts(filing.form, filing.warnings ?? []).get(key)
    if (path === undefined) return undefined
    if (part && !lineOf(path)?.startsWith(`${part},`)) return undefined
    if (typeof filed?.value !== 'number') return null
    return { value: filed.value, from: [sourceIn(filing, path)] }
  }

/** Returns the filed paragraph of section 501(c), as in "4", "04" or "501(c)(4)". */
function paragraphOf(facts: Facts): number | undefined {
  const [, paragraph] = /(\d{1,2})\D*$/.exec(String(facts.paragraph501c?.value ?? '')) ?? []
  return paragraph === undefined ? undefined : Number(paragraph)
}

const FUNCTIONS: readonly FactKey[] = [
  'functionalProgramExpenses',
  'managementExpenses',
  'functionalFundraisingExpenses',
]

/**
 * Reads expenses of a function, Form 990, Part IX, line 25, columns (B) to (D). Only 501(c)(3) and
 * (4) organizations must complete these columns; when another one leaves them blank or 0, it has not
 * split its expenses, so they are unknown.
 */
const ofFunction =
  (key: FactKey): Read =>
  (inputs) => {
    const paragraph = paragraphOf(inputs.filing.facts)
    const isRequired = paragraph === undefined || paragraph === 3 || paragraph === 4
    const isSplit = FUNCTIONS.some((key) => {
      const filed = fact(key)(inputs)
      return filed === null || (filed !== undefined && filed.value !== 0)
    })
    return isRequired || isSplit ? fact(key)(inputs) : undefined
  }

/**
 * Sums the filed operands. Undefined if none is filed or the sum is too large to be exact; null if
 * one is unreadable.
 */
export const sum =
  (...reads: Read[]): Read =>
  (inputs) => {
    const filed = reads.map((read) => read(inputs)).filter((operand) => operand !== undefined)
    return addUp(filed)
  }

/** Adds the filed operands of `more` to `must`; undefined if `must` is not filed. */
export const plus =
  (must: Read, ...more: Read[]): Read =>
  (inputs) =>
    must(inputs) && sum(must, ...more)(inputs)

/** Adds two operands; undefined if one is not filed. */
export const both =
  (left: Read, right: Read): Read =>
  (inputs) =>
    left(inputs) && right(inputs) && sum(left, right)(inputs)

function addUp(filed: readonly (Operand | null)[]): Operand | null | undefined {
  if (filed.length === 0) return undefined
  const operands = filed.filter((operand) => operand !== null)
  if (operands.length < filed.length) return null
  const value = sumExactly(operands.map((operand) => operand.value))
  return value === undefined ? undefined : { value, from: operands.flatMap(({ from }) => from) }
}

const combine =
  (left: Read, right: Read, compute: (a: number, b: number) => number | undefined): Read =>
  (inputs) => {
    const [a, b] = [left(inputs), right(inputs)]
    if (!a || !b) return undefined
    const value = compute(a.value, b.value)
    return value === undefined ? undefined : { value, from: [...a.from, ...b.from] }
  }

/**
 * Subtracts right from left; undefined if either is missing or the result is too large to be exact.
 */
export const difference = (left: Read, right: Read): Read =>
  combine(left, right, (a, b) => sumExactly([a, -b]))

/** Divides left by right; undefined if either is missing or right is not above 0. */
export const quotient = (left: Read, right: Read): Read =>
  combine(left, right, (a, b) => (b > 0 ? a / b : undefined))

/**
 * Returns the months of spending that an amount covers; a short year counts its own months.
 * Undefined if `spent` is not above 0.
 */
export const monthsOf =
  (amount: Read, spent: Read): Read =>
  (inputs) => {
    const months = monthsIn(inputs.filing)
    if (months <= 0) return undefined
    return combine(amount, spent, (a, b) => (b > 0 ? a / (b / months) : undefined))(inputs)
  }

/** Reads a value only if the line of `filed` is blank, without even an unreadable text. */
export const unlessFiled =
  (filed: Read, read: Read): Read =>
  (inputs) =>
    filed(inputs) === undefined ? read(inputs) : undefined

function findEarlier({ filing, years = [] }: DerivedInputs, span: number) {
  return years
    .filter((other) => endsYearsBefore(other, filing, span))
    .sort((a, b) => (a.taxPeriodEnd < b.taxPeriodEnd ? 1 : -1))[0]
}

const rate = (now: ReturnType<Read>, then: ReturnType<Read>, span: number) =>
  now && then && now.value > 0 && then.value > 0
    ? { value: (now.value / then.value) ** (1 / span) - 1, from: [...now.from, ...then.from] }
    : undefined

/**
 * Returns growth over the filing whose period ends a year earlier or, if unknown, over the
 * prior-year column of the return, whose number of months is unknown. Undefined unless both are
 * above 0 and neither year is known to be short. A return that ends in between shows that one is
 * short.
 */
export const growth =
  (read: Read, prior: Read = () => undefined): Read =>
  (inputs) => {
    const earlier = findEarlier(inputs, 1)
    if (isShortYear(inputs.filing) || (earlier && isShortYear(earlier))) return undefined
    if (earlier) return rate(read(inputs), read({ ...inputs, filing: earlier }), 1)
    const isBroken = inputs.years?.some((other) => endsWithinYearBefore(other, inputs.filing))
    return isBroken ? undefined : rate(read(inputs), prior(inputs), 1)
  }

/**
 * Returns compound annual growth over the filing whose period ends three years earlier. Undefined
 * unless both are above 0 and neither year is known to be short.
 */
export const growthOverThreeYears =
  (read: Read): Read =>
  (inputs) => {
    const earlier = findEarlier(inputs, 3)
    if (!earlier || isShortYear(inputs.filing) || isShortYear(earlier)) return undefined
    return rate(read(inputs), read({ ...inputs, filing: earlier }), 3)
  }

const answers = (filing: FactsOfFiling, keys: readonly string[], answer: boolean) =>
  keys.flatMap((key) => {
    const fact = filing.facts[key as FactKey]
    return fact?.value === answer ? [sourceIn(filing, fact.path)] : []
  })

/** Returns true with all answers, yes first, if one of several lines is yes; otherwise unknown. */
export const onlyYes =
  (...keys: string[]): ReadBoolean =>
  ({ filing }) => {
    const yes = answers(filing, keys, true)
    return yes.length > 0
      ? { value: true, from: [...yes, ...answers(filing, keys, false)] }
      : undefined
  }

/**
 * Returns whether one of the first two boxes of a line is checked. Only checked boxes are filed: one
 * of the others shows that the first two were left blank; without any, the answer is unknown.
 */
export const yesIfChecked =
  (first: string, second: string, ...others: string[]): ReadBoolean =>
  (inputs) => {
    const yes = onlyYes(first, second)(inputs)
    if (yes) return yes
    const otherwise = onlyYes(...others)(inputs)
    return otherwise && { value: false, from: otherwise.from }
  }

const EXCESS_BENEFIT_LINES = ['excessBenefitTransaction', 'priorExcessBenefitTransaction']
// Section 4958 applies only to these. A 4947(a)(1) trust answers like a 501(c)(3) organization, and
// a filer without a filed status may be any of them.
const EXCESS_BENEFIT_PARAGRAPHS: readonly number[] = [3, 4, 29]

/**
 * Returns whether Form 990, Part IV asks this filer: lines 25a and 25b are for 501(c)(3), (4), and
 * (29) organizations only.
 */
function isRequiredOf(key: string, facts: Facts): boolean {
  if (!EXCESS_BENEFIT_LINES.includes(key)) return true
  const paragraph = paragraphOf(facts)
  const isOther = paragraph !== undefined && !EXCESS_BENEFIT_PARAGRAPHS.includes(paragraph)
  return !isOther && facts.is527?.value !== true
}

/**
 * Returns whether any of several lines is yes: true if one is; false if all lines that the form
 * asks this filer are no; otherwise unknown, because a missing line may be yes.
 */
export const anyYes =
  (...keys: string[]): ReadBoolean =>
  (inputs) => {
    const yes = onlyYes(...keys)(inputs)
    if (yes) return yes
    const { filing } = inputs
    const isNo = keys.every(
      (key) => filing.facts[key as FactKey]?.value === false || !isRequiredOf(key, filing.facts),
    )
    const from = answers(filing, keys, false)
    return isNo && from.length > 0 ? { value: false, from } : undefined
  }

/**
 * Returns what a person was paid: the sum of the columns that are filed; null if one contains text.
 */
function paid(filing: FactsOfFiling, { cells }: Row, columns: readonly string[]) {
  const filed = columns.flatMap((column) => {
    const cell = cells[column]
    if (cell === undefined) return []
    const { value, path } = cell
    return typeof value === 'number' ? [{ value, from: [sourceIn(filing, path)] }] : [null]
  })
  return addUp(filed)
}

/** Sums the filed cells of columns over all officers. */
export const sumOfOfficers =
  (...columns: string[]): Read =>
  ({ filing, people }) =>
    addUp(paidToEach(filing, people?.officers ?? [], columns))

const paidToEach = (filing: FactsOfFiling, people: readonly Row[], columns: readonly string[]) =>
  people.map((row) => paid(filing, row, columns)).filter((paid) => paid !== undefined)

/**
 * Returns the largest sum of columns of one officer or employee, the first in a tie. Null if
 * anyone's pay is unreadable, because that person may be the best paid.
 */
export const mostOfPeople =
  (...columns: string[]): Read =>
  ({ filing, people }) =>
    paidToEach(filing, [...(people?.officers ?? []), ...(people?.employees ?? [])], columns).reduce<
      ReturnType<Read>
    >((most, next) => {
      if (next === null || most === null) return null
      return most === undefined || next.value > most.value ? next : most
    }, undefined)
