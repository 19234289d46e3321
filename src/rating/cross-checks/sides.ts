import { sumExactly } from '../../domain/exact-numbers.ts'
import { CATALOGUE, lineOf } from '../../domain/facts/catalogue.ts'
import { partName } from '../../domain/facts/citation.ts'
import { FACTS, type FactKey, labelOf } from '../../domain/facts/definitions.ts'
import { DERIVED_KEYS, type DerivedKey, deriveFigure } from '../../domain/facts/derived.ts'
import {
  type DerivedSource,
  type FactsOfFiling,
  sourceIn,
} from '../../domain/facts/derived-operands.ts'
import { misreadFacts } from '../../domain/facts/read-facts.ts'
import {
  describeRowSum,
  ROW_SUM_KEYS,
  ROW_SUMS,
  type RowSumKey,
} from '../../domain/facts/row-facts.ts'
import type { TableDefinition } from '../../domain/facts/tables/table.ts'
import { TABLES } from '../../domain/facts/tables/tables.ts'
import { partPath } from '../../domain/filing-contents.ts'
import { followsOn } from '../../domain/tax-period.ts'
import { lineIn } from '../../domain/tsv.ts'
import type { CheckedFiling, CheckSide } from './check.ts'
import { linesInWords } from './lines-in-words.ts'

/** An amount of a return; `terms` is the number of filed amounts in it. */
export type Amount = { value: number; terms: number; describe: () => CheckSide }
/** Returns undefined when the return does not report it. */
export type ReadAmount = (filing: CheckedFiling) => Amount | undefined

/** A list whose amounts cannot be added up (`RowFacts.unknown`). */
type UnknownList = { unknown: RowSumKey }
export type ReadList = (filing: CheckedFiling) => Amount | UnknownList | undefined

export const isUnknown = (found: Amount | UnknownList | undefined): found is UnknownList =>
  found !== undefined && 'unknown' in found

/** Returns the part with a name such as "Schedule J"; empty if the return has none. */
export const partSources = (filing: CheckedFiling, name: string): DerivedSource[] =>
  filing.blocks
    .filter(({ block, ordinal }) => ordinal === 1 && partName(block) === name)
    .map((part) => sourceIn(filing, partPath(part)))

/**
 * Reads a filed amount or count. `part` requires that part of the form, because some facts fall back
 * to another line.
 */
const filed =
  (key: FactKey, part?: string): ReadAmount =>
  (filing) =>
    amountOf(filing, key, filing.schemaVersion, part)

function amountOf(
  filing: FactsOfFiling,
  key: FactKey,
  schemaVersion: string | null,
  part?: string,
): Amount | undefined {
  const { value, path } = filing.facts[key] ?? {}
  if (typeof value !== 'number' || path === undefined) return undefined
  const line = () => lineOf(path, schemaVersion ?? undefined) ?? ''
  if (part && !line().startsWith(`${part},`)) return undefined
  return {
    value,
    terms: 1,
    describe: () => ({
      label: labelOf(key, filing.form),
      line: line(),
      value,
      unit: COUNTS.has(key) ? 'count' : 'USD',
      from: [sourceIn(filing, path)],
    }),
  }
}

const COUNTS: ReadonlySet<FactKey> = new Set<FactKey>(['votingMembers', 'independentMembers'])

/** Describes a line without an amount: it is blank or contains text. */
export function blankSide(filing: CheckedFiling, key: FactKey): CheckSide {
  const { form, schemaVersion, warnings } = filing
  const misread = misreadFacts(form, warnings).get(key)
  const path = misread ?? FIRST_PATHS.get(key)?.[form]?.[0]?.path ?? ''
  const line = lineOf(path, schemaVersion ?? undefined) ?? ''
  return {
    label: labelOf(key, form),
    line,
    value: misread ? 'not an amount' : 'left blank',
    from: misread ? [sourceIn(filing, misread)] : [],
  }
}

const FIRST_PATHS = new Map(CATALOGUE.map(({ key, paths }) => [key, paths]))

/** Reads a sum or difference of filed amounts (`CHECK_SUMS`). */
const computed =
  (key: DerivedKey): ReadAmount =>
  (filing) => {
    const figure = deriveFigure(key, { filing })
    if (typeof figure?.value !== 'number') return undefined
    const { label, value, formula, from } = figure
    return {
      value,
      terms: from.length,
      describe: () => {
        const paths = from.map(({ path }) => path)
        const line = linesInWords(paths, filing.schemaVersion)
        return { label, line, value, unit: 'USD', formula, cited: [key], from }
      },
    }
  }

/** Reads the sum of the rows of a table (`ROW_SUMS`). */
const listed =
  (key: RowSumKey): ReadList =>
  (filing) => {
    const { sums, unknown } = filing.rowFacts
    if (unknown?.[key]) return { unknown: key }
    const found = sums[key]
    if (!found) return undefined
    const { schemaVersion } = filing
    return {
      value: found.value,
      terms: found.rows,
      describe: () => ({
        label: ROW_SUMS[key].label,
        line: lineIn(TABLES[ROW_SUMS[key].table] as TableDefinition, schemaVersion ?? undefined),
        value: found.value,
        unit: 'USD',
        formula: describeRowSum(key, found, schemaVersion),
        cited: [key],
        from: found.paths.map((path) => sourceIn(filing, path)),
      }),
    }
  }

const UNKNOWN_VALUES = { NotAnAmount: 'not an amount', SumTooLarge: 'too large' }

/** Describes a list without a sum: it has no amounts, or some cannot be added. */
export function blankListSide(filing: CheckedFiling, key: RowSumKey): CheckSide {
  const { label, table } = ROW_SUMS[key]
  const line = lineIn(TABLES[table] as TableDefinition, filing.schemaVersion ?? undefined)
  const unknown = filing.rowFacts.unknown?.[key]
  return {
    label,
    line,
    value: unknown ? UNKNOWN_VALUES[unknown.why] : 'left blank',
    from: unknown ? [sourceIn(filing, unknown.path)] : [],
  }
}

/** Returns the sum over the rows of two tables, or of one if the other has no amounts. */
const bothListed =
  (label: string, one: RowSumKey, other: RowSumKey): ReadList =>
  (filing) => {
    const [a, b] = [listed(one)(filing), listed(other)(filing)]
    if (isUnknown(a)) return a
    if (isUnknown(b)) return b
    if (!a || !b) return a ?? b
    const value = sumExactly([a.value, b.value])
    if (value === undefined) return undefined
    return {
      value,
      terms: a.terms + b.terms,
      describe: () => {
        const [first, second] = [a.describe(), b.describe()]
        return {
          label,
          line: `${first.line} and ${second.line}`,
          value,
          unit: 'USD',
          formula: `${first.formula}, plus ${second.formula?.replace('Sum', 'sum')}`,
          cited: [one, other],
          from: [...first.from, ...second.from],
        }
      },
    }
  }

/**
 * Reads an amount of the previous return. Its period must end within ten days of this one's start,
 * because years of 52 or 53 weeks end on a fixed day of the week.
 */
const before =
  (key: FactKey): ReadAmount =>
  (filing) => {
    const { earlier } = filing
    if (!earlier || !followsOn(earlier, filing)) return undefined
    // That return's schema version is unknown here. Of these lines, only those in the 990-PF's Part
    // II moved.
    const found = amountOf(earlier, key, null)
    if (!found) return undefined
    const describe = () => {
      const side = found.describe()
      return { ...side, line: `${side.line}, in the return for ${earlier.taxYear}` }
    }
    return { ...found, describe }
  }

// Amounts are rounded, and filers estimate noncash assistance separately in both places.
export const SHARE = 0.01

const grantRows = listed('grantsToOrganizations')
const grantLine = filed('grantsToDomesticOrganizations')
const bothLines = computed('domesticGrants')

// Some filers report grants that a school passed on to individuals in line 2, and list the school
// in Part II. Such a return fails only if both parts together exceed both lines.
function isBeyond(filing: CheckedFiling): boolean {
  const rows = grantRows(filing)
  if (!rows || isUnknown(rows) || !bothLines(filing)) return false
  const line = grantLine(filing)
  return !line || rows.value > line.value * (1 + SHARE)
}

const bothParts = bothListed(
  'Listed grants to domestic organizations and individuals',
  'grantsToOrganizations',
  'grantsToIndividuals',
)

/** Sides that depend on the return. */
const SPECIAL: Record<string, ReadList> = {
  // From the balance sheet, not from the summary of the 990.
  assets: (filing) =>
    filed(filing.form === '990' ? 'balanceSheetAssets' : 'totalAssetsEoy')(filing),
  scheduleI: (filing) => (isBeyond(filing) ? bothParts : grantRows)(filing),
  grantLines: (filing) => (isBeyond(filing) ? bothLines : grantLine)(filing),
  grantsAbroad: bothListed(
    'Listed grants to foreign organizations and individuals',
    'foreignGrants',
    'foreignIndividualGrants',
  ),
}

/**
 * Returns the reader of a side of a rule: a fact, if need be of one part (`totalRevenue@Part I`) or of the
 * previous return (`<totalRevenue`), a derived figure (`=surplusComputed`), the sum of a list
 * (`+programExpenses`), or one of `SPECIAL`. Throws Error for another name.
 */
export function readerOf(side: string): ReadList {
  const [, sign = '', key = '', part] = /^([<=+]?)(\w+)(?:@(.+))?$/.exec(side) ?? []
  const special = SPECIAL[side]
  if (special) return special
  if (sign === '=') return computed(oneOf(DERIVED_KEYS, key))
  if (sign === '+') return listed(oneOf(ROW_SUM_KEYS, key))
  const fact = oneOf(Object.keys(FACTS) as FactKey[], key)
  return sign === '<' ? before(fact) : filed(fact, part)
}

/** Returns a key. Throws Error if it is none of `keys`. */
function oneOf<Key extends string>(keys: readonly Key[], key: string): Key {
  const found = keys.find((one) => one === key)
  if (found === undefined) throw new Error(`rules.tsv: unknown key ${key}`)
  return found
}
