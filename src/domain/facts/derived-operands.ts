import { sumExactly } from '../exact-numbers.ts'
import type { Form } from '../form.ts'
import {
  endsWithinYearBefore,
  endsYearsBefore,
  isShortYear,
  monthsIn,
  type TaxPeriod,
} from '../tax-period.ts'
import { lineOf } from './catalogue.ts'
import type { FactKey } from './definitions.ts'
import { type Facts, misreadFacts } from './read-facts.ts'
import type { Row } from './tables/read-rows.ts'

/** A filing as derived figures need it. */
export type FactsOfFiling = TaxPeriod & {
  objectId: string
  form: Form
  taxYear: number
  facts: Facts
  /** They name the lines that hold an unreadable text; without them such a line counts as blank. */
  warnings?: readonly string[] | undefined
}

/** Rows of a form's lists of people (`OFFICER_TABLES`, `EMPLOYEE_TABLES`). */
export type PeopleListed = { officers: readonly Row[]; employees: readonly Row[] }

/** What a figure is derived from. What is left out counts as not known. */
export type DerivedInputs = {
  filing: FactsOfFiling
  /** Current filings of the same form, for growth; the filing itself may be among them. */
  years?: readonly FactsOfFiling[] | undefined
  people?: PeopleListed | undefined
}

/** The leaf of a filing that a figure was derived from. */
export type DerivedSource = { objectId: string; form: Form; taxYear: number; path: string }

/** A value with the leaves it was computed from. */
type Operand<Value = number> = { value: Value; from: DerivedSource[] }
/** Undefined if nothing is filed; null if something is filed that cannot be read as a number. */
export type Read = (inputs: DerivedInputs) => Operand | null | undefined
export type ReadBoolean = (inputs: DerivedInputs) => Operand<boolean> | undefined

const sourceOf = ({ objectId, form, taxYear }: FactsOfFiling, path: string): DerivedSource => ({
  objectId,
  form,
  taxYear,
  path,
})

/**
 * A filed amount or count. With `part`, only when it stands in that part of the form: some facts
 * fall back on another line, and a formula means the one it names.
 */
export const fact =
  (key: FactKey, part?: string): Read =>
  ({ filing }) => {
    const found = filing.facts[key]
    const path = found?.path ?? misreadFacts(filing.form, filing.warnings ?? []).get(key)
    if (path === undefined) return undefined
    if (part && !lineOf(path)?.startsWith(`${part},`)) return undefined
    if (typeof found?.value !== 'number') return null
    return { value: found.value, from: [sourceOf(filing, path)] }
  }

/**
 * The sum of those that are filed. Undefined if none is filed or the sum is too large to be exact;
 * null if one cannot be read.
 */
export const sum =
  (...reads: Read[]): Read =>
  (inputs) => {
    const filed = reads.map((read) => read(inputs)).filter((found) => found !== undefined)
    return addUp(filed)
  }

function addUp(found: readonly (Operand | null)[]): Operand | null | undefined {
  if (found.length === 0) return undefined
  const operands = found.filter((operand) => operand !== null)
  if (operands.length < found.length) return null
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

/** Left less right; undefined when either is missing, or when it is too large to be exact. */
export const difference = (left: Read, right: Read): Read =>
  combine(left, right, (a, b) => sumExactly([a, -b]))

/** Left divided by right; undefined when either is missing or right is not above 0. */
export const quotient = (left: Read, right: Read): Read =>
  combine(left, right, (a, b) => (b > 0 ? a / b : undefined))

/**
 * How many months of what was spent in the period an amount covers; a short year counts the months
 * it has. Undefined when `spent` is not above 0.
 */
export const monthsOf =
  (amount: Read, spent: Read): Read =>
  (inputs) => {
    const months = monthsIn(inputs.filing)
    if (months <= 0) return undefined
    return combine(amount, spent, (a, b) => (b > 0 ? a / (b / months) : undefined))(inputs)
  }

/** A value only if the line of `key` is blank: neither a value nor an unreadable text is filed there. */
export const unlessFiled =
  (key: FactKey, read: Read): Read =>
  (inputs) =>
    fact(key)(inputs) === undefined ? read(inputs) : undefined

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
 * Growth over the filing whose period ends a year earlier or, where none is known, over the
 * prior-year column of the return itself, which does not tell its months. Undefined unless both
 * are above 0 and neither is known to be short; a return that ends in between says that one is.
 */
export const growth =
  (read: Read, prior: Read): Read =>
  (inputs) => {
    const earlier = findEarlier(inputs, 1)
    if (isShortYear(inputs.filing) || (earlier && isShortYear(earlier))) return undefined
    if (earlier) return rate(read(inputs), read({ ...inputs, filing: earlier }), 1)
    const isBroken = inputs.years?.some((other) => endsWithinYearBefore(other, inputs.filing))
    return isBroken ? undefined : rate(read(inputs), prior(inputs), 1)
  }

/**
 * Compound annual growth over the filing whose period ends `span` years earlier (decisions
 * part 8). Undefined unless both are above 0 and neither is known to be short.
 */
export const compoundGrowth =
  (read: Read, span: number): Read =>
  (inputs) => {
    const earlier = findEarlier(inputs, span)
    if (!earlier || isShortYear(inputs.filing) || isShortYear(earlier)) return undefined
    return rate(read(inputs), read({ ...inputs, filing: earlier }), span)
  }

const answers = (filing: FactsOfFiling, keys: readonly FactKey[], answer: boolean) =>
  keys.flatMap((key) => {
    const fact = filing.facts[key]
    return fact?.value === answer ? [sourceOf(filing, fact.path)] : []
  })

/** True when one of several lines is yes; unknown otherwise, whatever they say. */
export const onlyYes =
  (...keys: FactKey[]): ReadBoolean =>
  ({ filing }) => {
    const from = answers(filing, keys, true)
    return from.length > 0 ? { value: true, from } : undefined
  }

/**
 * Whether any of several lines is yes: true with the first such line; false when all that the form
 * asks of this filer are no; else unknown, since the line that is missing may be the yes.
 */
export const anyYes =
  (
    keys: readonly FactKey[],
    isAsked: (key: FactKey, facts: Facts) => boolean = () => true,
  ): ReadBoolean =>
  (inputs) => {
    const yes = onlyYes(...keys)(inputs)
    if (yes) return yes
    const { filing } = inputs
    const isNo = keys.every(
      (key) => filing.facts[key]?.value === false || !isAsked(key, filing.facts),
    )
    const from = answers(filing, keys, false)
    return isNo && from.length > 0 ? { value: false, from } : undefined
  }

/** Returns what a person was paid: the sum of the columns that are filed; null if one is a text. */
function paid(filing: FactsOfFiling, { cells }: Row, columns: readonly string[]) {
  const filed = columns.flatMap((column) => {
    const cell = cells[column]
    if (cell === undefined) return []
    const { value, path } = cell
    return typeof value === 'number' ? [{ value, from: [sourceOf(filing, path)] }] : [null]
  })
  return addUp(filed)
}

/** The sum of columns over all officers, of what is filed. */
export const sumOfOfficers =
  (...columns: string[]): Read =>
  ({ filing, people }) =>
    addUp(paidToEach(filing, people?.officers ?? [], columns))

const paidToEach = (filing: FactsOfFiling, people: readonly Row[], columns: readonly string[]) =>
  people.map((row) => paid(filing, row, columns)).filter((found) => found !== undefined)

/**
 * The largest sum of columns of one officer or employee; of equals the one listed first. Null if
 * the pay of one of them cannot be read, because that one may be the best paid.
 */
export const mostOfPeople =
  (...columns: string[]): Read =>
  ({ filing, people }) =>
    paidToEach(filing, [...(people?.officers ?? []), ...(people?.employees ?? [])], columns).reduce<
      ReturnType<Read>
    >((most, found) => {
      if (found === null || most === null) return null
      return most === undefined || found.value > most.value ? found : most
    }, undefined)
