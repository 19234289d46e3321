import { toRef } from '#src/domain/evidence.ts'
import {
  type CitedKey,
  DERIVED,
  DERIVED_KEYS,
  type DerivedFigure,
  type DerivedKey,
  type DerivedUnit,
  deriveFigure,
  formatDerivedRef,
} from '#src/domain/facts/derived.ts'
import type { DerivedInputs } from '#src/domain/facts/derived-operands.ts'
import {
  describeRowSum,
  ROW_SUM_KEYS,
  ROW_SUMS,
  type RowSumKey,
} from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { FORM_BLOCK, FORMS, type Form } from '#src/domain/form.ts'
import { CATEGORIES } from '#src/rating/metrics.ts'
import { RATED_FORMS } from '#src/rating/rating.ts'
import { runChecks } from '../filings/check-filing.ts'
import { filingsOfYear } from '../filings/select-filing.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'

type Filings = Pick<Organization, 'filings' | 'primaryForm'>

/**
 * Returns the Ref of a derived figure. A derived Ref has no form, so the key contains one if
 * another form filed for the same year takes precedence: `derived:programRatio_990EZ:…`.
 */
export function toDerivedRef(
  organization: Filings & Pick<Organization, 'ein'>,
  { form, taxYear }: Pick<FilingSummary, 'form' | 'taxYear'>,
  key: CitedKey,
): string {
  const first = filingOfDerived(organization, { key }, taxYear)
  const { ein } = organization
  return formatDerivedRef({ ein, taxYear }, key, first && first.form !== form ? form : undefined)
}

/** Returns the filing that a derived Ref is computed from. */
export const filingOfDerived = (
  organization: Filings,
  { key, form }: { key: CitedKey; form?: Form },
  taxYear: number,
): FilingSummary | undefined =>
  filingsOfYear(organization, taxYear).find(
    (filing) => (form === undefined || filing.form === form) && mayHave(key, filing.form),
  )

// The table of a schedule lists 990, but a 990-EZ may have the schedule, too.
const formsOfSum = (key: RowSumKey): readonly Form[] => {
  const { form, rows } = TABLES[ROW_SUMS[key].table]
  const isSchedule = rows.some(({ path }) => !path.startsWith(`/${FORM_BLOCK[form]}/`))
  return isSchedule ? [form, '990EZ'] : [form]
}

const FORMS_OF = new Map<CitedKey, readonly Form[]>([
  ...DERIVED_KEYS.map((key) => [key, Object.keys(DERIVED[key].forms) as Form[]] as const),
  ...ROW_SUM_KEYS.map((key) => [key, formsOfSum(key)] as const),
  // A postcard has no amounts to check.
  ['failedChecks', FORMS.filter((form) => form !== '990N')],
  ['rating', RATED_FORMS],
])

/** Returns whether returns on a form may have a figure. */
const mayHave = (key: CitedKey, form: Form): boolean => FORMS_OF.get(key)?.includes(form) ?? false

/** Returns the key of a derived Ref, and its form if it has one; undefined for an unknown key. */
export function readDerivedKey(text: string): { key: CitedKey; form?: Form } | undefined {
  const [, name, suffix] = /^([A-Za-z\d]+)(?:_(\w+))?$/.exec(text) ?? []
  const key = [...FORMS_OF.keys()].find((one) => one === name)
  const form = FORMS.find((one) => one === suffix)
  if (!key || (suffix !== undefined && !form)) return undefined
  return form ? { key, form } : { key }
}

/** A computed figure with the Refs of its inputs. */
export type CitedFigure = {
  key: CitedKey
  label: string
  /** Absent for a score, which is 0 to 100. */
  unit?: DerivedUnit | 'count'
  value: number | boolean
  formula: string
  derivedFrom: string[]
}

export const isDerivedKey = (key: CitedKey): key is DerivedKey =>
  DERIVED_KEYS.some((one) => one === key)
const isRowSumKey = (key: CitedKey): key is RowSumKey => ROW_SUM_KEYS.some((one) => one === key)

/** Returns a derived figure with Refs in place of its sources. */
export const toCitedFigure = ({ from, ...figure }: DerivedFigure): CitedFigure => ({
  ...figure,
  derivedFrom: from.map(toRef),
})

/**
 * Returns the figure of a filing by key, including the organization's score; undefined if unknown.
 * Figures that need people or other years of the form (`DERIVED[key].needs`) are unknown without them.
 */
export function citeFigure(
  organization: Pick<Organization, 'rating'>,
  filing: Filing,
  key: CitedKey,
  more: Omit<DerivedInputs, 'filing'> = {},
): CitedFigure | undefined {
  if (key === 'rating') return citeRating(organization, filing)
  if (key === 'failedChecks') return citeFailedChecks(filing)
  if (isRowSumKey(key)) return citeRowSum(filing, key)
  const figure = deriveFigure(key, { ...more, filing })
  return figure && toCitedFigure(figure)
}

/** Returns the sum of the rows of a table; undefined if no row has an amount. */
function citeRowSum(filing: Filing, key: RowSumKey): CitedFigure | undefined {
  const sum = filing.rowFacts?.sums[key]
  return (
    sum && {
      key,
      label: ROW_SUMS[key].label,
      unit: 'USD',
      value: sum.value,
      formula: describeRowSum(key, sum, filing.schemaVersion),
      derivedFrom: sum.paths.map((path) => toRef({ ...filing, path })),
    }
  )
}

/** Returns the number of failed cross-checks; undefined if none applied. */
function citeFailedChecks(filing: Filing): CitedFigure | undefined {
  const made = runChecks(filing)
  if (made.length === 0) return undefined
  const failed = made.filter(({ status }) => status === 'Failed')
  const shown = failed.length > 0 ? failed : made
  const from = shown.flatMap(({ left, right }) => [...left.from, ...right.from])
  const names = failed.map(({ label }) => label).join('; ')
  return {
    key: 'failedChecks',
    label: 'Failed cross-checks',
    unit: 'count',
    value: failed.length,
    formula: `Number of this return's ${made.length} cross-checks that failed${names && `: ${names}`}`,
    derivedFrom: [...new Set(from.map(toRef))],
  }
}

const WEIGHTS = Object.values(CATEGORIES)
  .map(({ label, weight }) => `${label} ${weight}`)
  .join(', ')

/** Returns the stored score, if the filing is the rated one and has a score. */
export function citeRating(
  { rating }: Pick<Organization, 'rating'>,
  { objectId }: Pick<Filing, 'objectId'>,
): CitedFigure | undefined {
  if (rating?.objectId !== objectId || rating.score === null) return undefined
  return {
    key: 'rating',
    label: 'Rating, 0 to 100',
    value: rating.score,
    formula: `Sum of the category points (maximum: ${WEIGHTS}). A category's points are its maximum times the mean of its known metrics. Each metric scores 0 to 1, based on its value or its rank among peers. Policy ${rating.policyVersion}`,
    derivedFrom: rating.metrics.map(({ ref }) => ref),
  }
}
