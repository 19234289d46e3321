import { ENTITY_TYPES } from '#src/domain/form.ts'
import { nameOf } from '#src/figures/figures.ts'
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
  /** One sentence for readers of the table. */
  meaning: string
  /** Returns undefined if the value is unknown. */
  read: (row: ExportRow) => Cell
}

const column = <const Name extends string>(
  name: Name,
  type: ColumnType,
  meaning: string,
  read: Column['read'],
): Column<Name> => ({ name, type, meaning, read })

/** Creates columns of one type from what the index stores for display. */
const shown =
  (type: ColumnType) =>
  <const Name extends string>(
    name: Name,
    meaning: string,
    read: (display: ExportRow['display']) => Cell,
  ) =>
    column(name, type, meaning, (row) => read(row.display))

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
    amount(name, `${nameOf(key)} in the latest filing, in whole US dollars.`, (one) =>
      toWhole(one[key]?.value),
    ),
    text(`${name}Ref`, `Ref of the line for ${name}.`, (one) => one[key]?.ref),
    year(`${name}TaxYear`, `Tax year of ${name}.`, (one) => one[key]?.taxYear),
  ]
}

/** The columns of an export, in the order of a table that requests all of them. */
export const COLUMNS = [
  column('Rank', 'int32', 'Position in the export, starting at 1.', ({ rank }) => rank),
  column('EIN', 'text', 'Nine digits, including leading zeros.', ({ ein }) => ein),
  text('Name', 'Name as filed or registered.', (one) => one.name),
  text('NameRef', 'Ref of Name.', (one) => one.nameRef),
  texts('OtherNames', 'Other names, as filed or registered.', (one) =>
    some(one.names.map(({ value }) => value)),
  ),
  texts('OtherNamesRefs', 'Refs of OtherNames, in the same order.', (one) =>
    some(one.names.map(({ ref }) => ref)),
  ),
  text('City', 'City of the registered address.', (one) => one.city),
  text(
    'State',
    'State of the registered address, as a two-letter code, or the province if it is outside the U.S.',
    (one) => one.state,
  ),
  text('Country', 'Country of the registered address, as a two-letter code.', (one) => one.country),
  text('CauseCode', 'NTEE code.', (one) => one.cause?.code),
  text('CauseLabel', 'Label of CauseCode.', (one) => one.cause?.label),
  boolean(
    'CauseInferred',
    'Whether CauseCode was inferred from filed text.',
    (one) => one.cause?.isInferred,
  ),
  text('CauseRef', 'Ref of CauseCode, if the code is from the registry.', (one) => one.cause?.ref),
  text('PrimaryForm', 'Primary form.', (one) => one.primaryForm),
  texts('Forms', 'All forms that the organization has filed.', (one) => some(one.forms)),
  text('EntityType', `Kind of organization: ${ENTITY_TYPES.join(', ')}.`, (one) => one.entityType),
  text('FamilyID', "ID of the organization's group exemption.", (one) => one.familyId),
  text(
    'OrganizationRole',
    'Role in the group exemption: Central, Member, or Independent.',
    (one) => one.role,
  ),
  text(
    'EvidenceTier',
    'Source of the best text that describes what the organization does.',
    (one) => one.evidenceTier,
  ),
  text(
    'Description',
    "Description of the organization's work, shortened.",
    (one) => one.description,
  ),
  text(
    'OperatingResource',
    'Key of the main source of revenue.',
    (one) => one.operatingModel?.resource.key,
  ),
  text(
    'OperatingResourceLabel',
    'Label of OperatingResource.',
    (one) => one.operatingModel?.resource.label,
  ),
  text(
    'OperatingDelivery',
    'Key of the main kind of spending.',
    (one) => one.operatingModel?.delivery.key,
  ),
  text(
    'OperatingDeliveryLabel',
    'Label of OperatingDelivery.',
    (one) => one.operatingModel?.delivery.label,
  ),
  boolean(
    'IsRevoked',
    'Whether the tax exemption has been revoked and not reinstated.',
    (one) => one.isRevoked,
  ),
  year('TaxYear', 'Tax year of the latest filing.', (one) => one.latestYear),
  shown('date')(
    'PeriodEnd',
    'Last day of the tax period of the latest filing.',
    (one) => one.latestPeriodEnd,
  ),
  ...INDEX_FIGURES.flatMap(dollars),
  ratio(
    'ProgramRatio',
    'Share of expenses spent on programs, 0 to 1.',
    (one) => one.programRatio?.value,
  ),
  text(
    'ProgramRatioRef',
    'Ref of ProgramRatio. Its evidence shows the formula.',
    (one) => one.programRatio?.ref,
  ),
  year('ProgramRatioTaxYear', 'Tax year of ProgramRatio.', (one) => one.programRatio?.taxYear),
  texts('ProgramRatioDerivedFrom', 'Refs of the lines that ProgramRatio is computed from.', (one) =>
    some(one.programRatio?.derivedFrom ?? []),
  ),
  ratio('RatingScore', 'Rating score, 0 to 100.', (one) => one.rating?.score),
  text(
    'RatingBand',
    'Band of RatingScore. Empty if the rated return is more than three years old.',
    ({ rating }) => rating?.band,
  ),
  text('RatingPolicy', 'Version of the rating model.', (one) => one.rating?.policyVersion),
  text('RatingRef', 'Ref of the rating.', (one) => one.rating?.ref),
  year('RatingTaxYear', 'Tax year of the rated return.', (one) => one.rating?.taxYear),
  text('RatingFilingRef', "Ref of the rated return's header.", (one) => one.rating?.filing),
  column('MatchKind', 'text', 'How the organization matched Query.', ({ match }) => match.kind),
  column('MatchField', 'text', 'Field that matched.', ({ match }) => match.field),
  column('MatchValue', 'text', 'Name or text that matched.', ({ match }) => match.value),
  column('MatchPlace', 'text', 'Place mentioned in Query.', ({ match }) => match.place),
  column('MatchRef', 'text', 'Ref of MatchValue.', ({ match }) => match.ref),
  column(
    'Explanation',
    'text',
    'Why the organization matched. Only with Mode=Discovery.',
    ({ explanation }) => explanation,
  ),
] as const satisfies readonly Column[]

type ColumnName = (typeof COLUMNS)[number]['name']

export const COLUMN_NAMES: readonly ColumnName[] = COLUMNS.map(({ name }) => name)

/** Returns columns by their names, in the given order; all of them if no names are given. */
export const chooseColumns = (names: readonly ColumnName[] | undefined): readonly Column[] =>
  names === undefined
    ? COLUMNS
    : names.flatMap((wanted) => COLUMNS.filter(({ name }) => name === wanted))
