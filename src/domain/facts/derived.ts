import { formatRef } from '../evidence.ts'
import type { Form } from '../form.ts'
import { readTsv } from '../tsv.ts'
import {
  anyYes,
  both,
  type DerivedInputs,
  type DerivedSource,
  difference,
  growth,
  growthOverThreeYears,
  monthsOf,
  mostOfPeople,
  onlyYes,
  plus,
  quotient,
  type Read,
  type ReadBoolean,
  readFact,
  sum,
  sumOfOfficers,
  unlessFiled,
  yesIfChecked,
} from './derived-operands.ts'
import type { RowSumKey } from './row-facts.ts'

export type DerivedUnit = 'ratio' | 'months' | 'USD' | 'boolean'

type Rule = { formula: string; compute: Read | ReadBoolean }

type Definition = {
  label: string
  unit: DerivedUnit
  meaning: string
  /**
   * Inputs other than the facts of the filing: its people, or other years of the form. `check`
   * needs none: it is a sum or difference for a cross-check with a return's totals
   * (src/rating/cross-checks), with a Ref to look up its inputs, but no figure of an organization.
   */
  needs?: 'people' | 'years' | 'check'
  forms: Partial<Record<Form, Rule>>
}

/** A figure computed from filed leaves; `from` lists them, including those of other filings. */
export type DerivedFigure = {
  key: DerivedKey
  label: string
  /** A ratio is a fraction of 1; money is whole US dollars. */
  unit: DerivedUnit
  value: number | boolean
  formula: string
  from: DerivedSource[]
}

/** The figures of derived.tsv, in its order. */
export const DERIVED_KEYS = [
  'programRatio',
  'administrativeRatio',
  'fundraisingRatio',
  'overheadRatio',
  'costToRaiseADollar',
  'missionDeploymentRate',
  'reserveMonths',
  'liabilitiesToAssets',
  'officerCompensation',
  'officerCompensationShare',
  'highestPaidCompensation',
  'independentShare',
  'revenueGrowth',
  'expenseGrowth',
  'revenueGrowthThreeYears',
  'programExpenseGrowthThreeYears',
  'netAssets',
  'investmentIncome',
  'distributionsToDistributableAmount',
  'compensationReview',
  'auditedOrReviewedStatements',
  'returnOnWebsite',
  'fundraisingActivity',
  'relatedPartyTransactions',
  'surplusComputed',
  'revenueByLine',
  'expensesByLine',
  'liabilitiesAndNetAssets',
  'netAssetsByRestriction',
  'expensesByFunction',
  'grantsByRecipient',
  'domesticGrants',
] as const

export type DerivedKey = (typeof DERIVED_KEYS)[number]

const OF_READS: Record<string, (...reads: [Read, Read, ...Read[]]) => Read> = {
  quotient,
  monthsOf,
  difference,
  sum,
  both,
  plus,
  unlessFiled,
  growth,
  growthOverThreeYears,
}

const OF_NAMES: Record<string, (...names: string[]) => Read | ReadBoolean> = {
  sumOfOfficers,
  mostOfPeople,
  anyYes,
  onlyYes,
  yesIfChecked,
}

/**
 * Parses a fact with the part of the form it must be in, `totalRevenue@Part I`, or a function of
 * facts and other functions, `quotient(programExpenses, totalExpenses)`.
 */
function parseCompute(text: string): Read | ReadBoolean {
  const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? []
  const args = list.match(/\w[^,(]*(?:\([^)]*\))?/g) ?? []
  const ofNames = OF_NAMES[name]
  if (ofNames) return ofNames(...args)
  const ofReads = OF_READS[name]
  return ofReads ? ofReads(...(args.map(parseCompute) as [Read, Read])) : readFact(text)
}

// Phrases named in braces in a formula.
const PHRASES: Record<string, string> = {
  growth:
    'divided by the same line on the return whose period ends one year earlier, minus 1; both must be above 0 and cover full years',
  priorColumn:
    "if neither that return nor one for a period in between is available, the line's prior-year column is used; that column does not say how many months the year had",
  months: '12, or the number of months in the period if the period is known to be shorter',
  growthOverThreeYears:
    'divided by the same line on the return whose period ends three years earlier, to the power of 1/3, minus 1; both must be above 0 and cover full years',
}

/**
 * Every derived figure with its formula by form (docs/using/rating.md). A missing operand makes it
 * unknown. Sums add the lines that are filed, as the form's own totals do.
 */
export const DERIVED = readDefinitions()

function readDefinitions(): Record<DerivedKey, Definition> {
  const definitions: Record<string, Definition> = {}
  let forms: Definition['forms'] = {}
  for (const row of readTsv(new URL('./derived.tsv', import.meta.url))) {
    const [key, label = '', unit, needs, meaning = '', form, compute = '', formula = ''] = row
    if (key) {
      forms = {}
      definitions[key] = {
        label,
        unit: unit as DerivedUnit,
        meaning,
        ...(needs && { needs: needs as 'check' }),
        forms,
      }
    }
    forms[form as Form] = {
      formula: formula.replace(/\{(\w+)\}/g, (_, name) => PHRASES[name] ?? ''),
      compute: parseCompute(compute),
    }
  }
  return definitions as Record<DerivedKey, Definition>
}

/** Returns a derived figure of a filing; undefined if its form has none or an input is missing. */
export function deriveFigure(key: DerivedKey, inputs: DerivedInputs): DerivedFigure | undefined {
  const { label, unit, forms } = DERIVED[key]
  const rule = forms[inputs.filing.form]
  const result = rule?.compute(inputs)
  return rule && result ? { key, label, unit, formula: rule.formula, ...result } : undefined
}

/**
 * Returns all figures that can be derived from the inputs, by key, except those of cross-checks.
 */
export function deriveFigures(inputs: DerivedInputs): Partial<Record<DerivedKey, DerivedFigure>> {
  const figures: Partial<Record<DerivedKey, DerivedFigure>> = {}
  for (const key of DERIVED_KEYS) {
    if (DERIVED[key].needs === 'check') continue
    const figure = deriveFigure(key, inputs)
    if (figure) figures[key] = figure
  }
  return figures
}

/**
 * The targets of derived Refs: a figure of `DERIVED`, a sum of rows (`ROW_SUMS`), the number of
 * failed cross-checks, the score of an organization.
 */
export type CitedKey = DerivedKey | RowSumKey | 'failedChecks' | 'rating'

/**
 * Returns the Ref of a derived figure, `derived:<key>:<EIN>:<tax year>`, on the primary form.
 * `form` names another form of that year, which is appended to the key:
 * `derived:programRatio_990EZ:…`. `toDerivedRef` (src/organizations) decides from the
 * organization's filings.
 */
export const formatDerivedRef = (
  { ein, taxYear }: { ein: string; taxYear: number },
  key: CitedKey,
  form?: Form,
): string => formatRef({ kind: 'derived', key: form ? `${key}_${form}` : key, ein, taxYear })
