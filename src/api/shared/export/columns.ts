import { INDEX_FIGURES } from '#src/figures/sets.ts'
import type { ExportRow } from '#src/search/export/open-export.ts'

/**
 * How a column's values are written in a format that has types; in other formats, a date is text.
 */
export type ColumnType = 'text' | 'texts' | 'int32' | 'int64' | 'double' | 'boolean' | 'date'
export type Cell = string | number | boolean | readonly string[] | undefined

export type Column<Name extends string = string> = {
  name: Name
  type: ColumnType
  /** Returns undefined if the value is unknown. */
  read: (row: ExportRow) => Cell
}

const column = <const Name extends string>(
  name: Name,
  type: ColumnType,
  read: Column['read'],
): Column<Name> => ({ name, type, read })

/** Creates columns of one type from what the index stores for display. */
const shown =
  (type: ColumnType) =>
  <const Name extends string>(name: Name, read: (display: ExportRow['display']) => Cell) =>
    column(name, type, (row) => read(row.display))

const [text, texts, year] = [shown('text'), shown('texts'), shown('int32')]
const [amount, ratio, boolean] = [shown('int64'), shown('double'), shown('boolean')]

/** Treats an empty list as unknown. */
const some = (values: readonly string[]): readonly string[] | undefined =>
  values.length === 0 ? undefined : values

/**
 * Forms ask for whole dollars, and few filers write cents. A number beyond the safe integers is a
 * typing error; its Ref opens the filed text.
 */
const toWhole = (value: number | undefined): number | undefined => {
  const whole = value === undefined ? undefined : Math.round(value)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** Returns a figure in dollars with the Ref it was filed in and the tax year of that filing. */
const dollars = (key: (typeof INDEX_FIGURES)[number]) => {
  const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}` as Capitalize<typeof key>
  return [
    amount(name, (one) => toWhole(one[key]?.value)),
    text(`${name}Ref`, (one) => one[key]?.ref),
    year(`${name}TaxYear`, (one) => one[key]?.taxYear),
  ]
}

/** The columns of an export, in the order of a table that requests all of them. */
export const COLUMNS = [
  column('Rank', 'int32', ({ rank }) => rank),
  column('EIN', 'text', ({ ein }) => ein),
  text('Name', (one) => one.name),
  text('NameRef', (one) => one.nameRef),
  texts('OtherNames', (one) => some(one.names.map(({ value }) => value))),
  texts('OtherNamesRefs', (one) => some(one.names.map(({ ref }) => ref))),
  text('City', (one) => one.city),
  text('State', (one) => one.state),
  text('Country', (one) => one.country),
  text('CauseCode', (one) => one.cause?.code),
  text('CauseLabel', (one) => one.cause?.label),
  boolean('CauseInferred', (one) => one.cause?.isInferred),
  text('CauseRef', (one) => one.cause?.ref),
  text('PrimaryForm', (one) => one.primaryForm),
  texts('Forms', (one) => some(one.forms)),
  text('EntityType', (one) => one.entityType),
  text('FamilyID', (one) => one.familyId),
  text('OrganizationRole', (one) => one.role),
  text('EvidenceTier', (one) => one.evidenceTier),
  text('Description', (one) => one.description),
  text('OperatingResource', (one) => one.operatingModel?.resource.key),
  text('OperatingResourceLabel', (one) => one.operatingModel?.resource.label),
  text('OperatingDelivery', (one) => one.operatingModel?.delivery.key),
  text('OperatingDeliveryLabel', (one) => one.operatingModel?.delivery.label),
  boolean('IsRevoked', (one) => one.isRevoked),
  year('TaxYear', (one) => one.latestYear),
  shown('date')('PeriodEnd', (one) => one.latestPeriodEnd),
  ...INDEX_FIGURES.flatMap(dollars),
  ratio('ProgramRatio', (one) => one.programRatio?.value),
  text('ProgramRatioRef', (one) => one.programRatio?.ref),
  year('ProgramRatioTaxYear', (one) => one.programRatio?.taxYear),
  texts('ProgramRatioDerivedFrom', (one) => some(one.programRatio?.derivedFrom ?? [])),
  ratio('RatingScore', (one) => one.rating?.score),
  text('RatingBand', ({ rating }) => rating?.band),
  text('RatingPolicy', (one) => one.rating?.policyVersion),
  text('RatingRef', (one) => one.rating?.ref),
  year('RatingTaxYear', (one) => one.rating?.taxYear),
  text('RatingFilingRef', (one) => one.rating?.filing),
  column('MatchKind', 'text', ({ match }) => match.kind),
  column('MatchField', 'text', ({ match }) => match.field),
  column('MatchValue', 'text', ({ match }) => match.value),
  column('MatchPlace', 'text', ({ match }) => match.place),
  column('MatchRef', 'text', ({ match }) => match.ref),
  column('Explanation', 'text', ({ explanation }) => explanation),
] as const satisfies readonly Column[]

type ColumnName = (typeof COLUMNS)[number]['name']

export const COLUMN_NAMES: readonly ColumnName[] = COLUMNS.map(({ name }) => name)

/** Returns columns by their names, in the given order; all of them if no names are given. */
export const chooseColumns = (names: readonly ColumnName[] | undefined): readonly Column[] =>
  names === undefined
    ? COLUMNS
    : names.flatMap((wanted) => COLUMNS.filter(({ name }) => name === wanted))
