import { nameOf } from '#src/figures/figures.ts'
import { INDEX_FIGURES } from '#src/figures/sets.ts'
import type { ExportRow } from '#src/search/export/open-export.ts'

/** How a column's values are written where a format has types; a date is text everywhere else. */
export type ColumnType = 'text' | 'texts' | 'int32' | 'int64' | 'double' | 'boolean' | 'date'
export type Cell = string | number | boolean | readonly string[] | undefined

export type Column<Name extends string = string> = {
  name: Name
  type: ColumnType
  /** One sentence for those who read the table. */
  meaning: string
  /** Undefined for what is not known. */
  read: (row: ExportRow) => Cell
}

const column = <const Name extends string>(
  name: Name,
  type: ColumnType,
  meaning: string,
  read: Column['read'],
): Column<Name> => ({ name, type, meaning, read })

/** An empty list is unknown. */
const some = (values: readonly string[]): readonly string[] | undefined =>
  values.length === 0 ? undefined : values

/**
 * Forms ask for whole dollars, and few filers write cents. A larger number was mistyped; its Ref
 * leads to what is filed.
 */
const toWhole = (value: number | undefined): number | undefined => {
  const whole = value === undefined ? undefined : Math.round(value)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** A figure in dollars with the Ref it was filed in and the tax year of that filing. */
const dollars = (key: (typeof INDEX_FIGURES)[number]) => {
  const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}` as Capitalize<typeof key>
  return [
    column(name, 'int64', `${nameOf(key)} of the latest filing, whole dollars.`, ({ display }) =>
      toWhole(display[key]?.value),
    ),
    column(
      `${name}Ref`,
      'text',
      `Ref of the line that ${name} was filed in.`,
      ({ display }) => display[key]?.ref,
    ),
    column(
      `${name}TaxYear`,
      'int32',
      `Tax year that ${name} is of.`,
      ({ display }) => display[key]?.taxYear,
    ),
  ]
}

/** The columns of an export, in the order of a table that asks for all of them. */
export const COLUMNS = [
  column('Rank', 'int32', 'Place in the order of the export, from 1.', ({ rank }) => rank),
  column('EIN', 'text', 'Nine digits, the leading zero among them.', ({ ein }) => ein),
  column('Name', 'text', 'As filed or registered.', ({ display }) => display.name),
  column('NameRef', 'text', 'Ref that Name stands in.', ({ display }) => display.nameRef),
  column('OtherNames', 'texts', 'List of its other names as filed or registered.', ({ display }) =>
    some(display.names.map(({ value }) => value)),
  ),
  column(
    'OtherNamesRefs',
    'texts',
    'List of Refs, of each of OtherNames in its place.',
    ({ display }) => some(display.names.map(({ ref }) => ref)),
  ),
  column('City', 'text', 'Of its registered address.', ({ display }) => display.city),
  column(
    'State',
    'text',
    'Of its registered address: the two-letter code; abroad the province as filed.',
    ({ display }) => display.state,
  ),
  column(
    'Country',
    'text',
    'Two-letter code of the country of its registered address.',
    ({ display }) => display.country,
  ),
  column('CauseCode', 'text', 'NTEE code.', ({ display }) => display.cause?.code),
  column('CauseLabel', 'text', 'What CauseCode stands for.', ({ display }) => display.cause?.label),
  column(
    'CauseInferred',
    'boolean',
    'True where the code was inferred from filed text, not registered.',
    ({ display }) => display.cause?.isInferred,
  ),
  column('CauseRef', 'text', 'Ref of a registered code.', ({ display }) => display.cause?.ref),
  column('PrimaryForm', 'text', 'Form it mainly files.', ({ display }) => display.primaryForm),
  column('Forms', 'texts', 'List of the forms it has filed.', ({ display }) => some(display.forms)),
  column('EntityType', 'text', 'Kind of organization.', ({ display }) => display.entityType),
  column('FamilyID', 'text', 'Its group exemption.', ({ display }) => display.familyId),
  column(
    'OrganizationRole',
    'text',
    'Central or Member of a group exemption, or Independent.',
    ({ display }) => display.role,
  ),
  column(
    'EvidenceTier',
    'text',
    'Best text it has of what it does.',
    ({ display }) => display.evidenceTier,
  ),
  column(
    'Description',
    'text',
    'What it says it does, as filed, cut.',
    ({ display }) => display.description,
  ),
  column(
    'OperatingResource',
    'text',
    'Key of where its revenue mainly comes from.',
    ({ display }) => display.operatingModel?.resource.key,
  ),
  column(
    'OperatingResourceLabel',
    'text',
    'OperatingResource in words.',
    ({ display }) => display.operatingModel?.resource.label,
  ),
  column(
    'OperatingDelivery',
    'text',
    'Key of how it mainly spends it.',
    ({ display }) => display.operatingModel?.delivery.key,
  ),
  column(
    'OperatingDeliveryLabel',
    'text',
    'OperatingDelivery in words.',
    ({ display }) => display.operatingModel?.delivery.label,
  ),
  column(
    'IsRevoked',
    'boolean',
    'Whether its exemption is revoked and was not reinstated, by the list that is loaded.',
    ({ display }) => display.isRevoked,
  ),
  column('TaxYear', 'int32', 'Of its latest filing.', ({ display }) => display.latestYear),
  column(
    'PeriodEnd',
    'date',
    'Last day of the tax period of its latest filing.',
    ({ display }) => display.latestPeriodEnd,
  ),
  ...INDEX_FIGURES.flatMap(dollars),
  column(
    'ProgramRatio',
    'double',
    'Share of expenses spent on programs.',
    ({ display }) => display.programRatio?.value,
  ),
  column(
    'ProgramRatioRef',
    'text',
    'Ref of the derived figure, which tells how it is computed.',
    ({ display }) => display.programRatio?.ref,
  ),
  column(
    'ProgramRatioTaxYear',
    'int32',
    'Tax year that ProgramRatio is of.',
    ({ display }) => display.programRatio?.taxYear,
  ),
  column(
    'ProgramRatioDerivedFrom',
    'texts',
    'List of the Refs of the lines it is computed from.',
    ({ display }) => some(display.programRatio?.derivedFrom ?? []),
  ),
  column('RatingScore', 'double', 'From 0 to 100.', ({ display }) => display.rating?.score),
  column('RatingBand', 'text', 'RatingScore in a word.', ({ display }) => display.rating?.band),
  column(
    'RatingPolicy',
    'text',
    'Version of the model it was rated by.',
    ({ display }) => display.rating?.policyVersion,
  ),
  column('RatingRef', 'text', 'Ref of the rating.', ({ display }) => display.rating?.ref),
  column(
    'RatingTaxYear',
    'int32',
    'Tax year of the return it was rated by.',
    ({ display }) => display.rating?.taxYear,
  ),
  column(
    'RatingFilingRef',
    'text',
    'Ref of the header of that return.',
    ({ display }) => display.rating?.filing,
  ),
  column('MatchKind', 'text', 'In what way Query found it.', ({ match }) => match.kind),
  column('MatchField', 'text', 'What of it Query found.', ({ match }) => match.field),
  column('MatchValue', 'text', 'The name or text found.', ({ match }) => match.value),
  column('MatchPlace', 'text', 'The place that Query names it with.', ({ match }) => match.place),
  column('MatchRef', 'text', 'Ref that MatchValue stands in.', ({ match }) => match.ref),
  column(
    'Explanation',
    'text',
    'Why it was found, in a sentence; with Mode=Discovery.',
    ({ explanation }) => explanation,
  ),
] as const satisfies readonly Column[]

type ColumnName = (typeof COLUMNS)[number]['name']

export const COLUMN_NAMES: readonly ColumnName[] = COLUMNS.map(({ name }) => name)

/** Columns by their names, in the order of these; all of them where none are named. */
export const chooseColumns = (names: readonly ColumnName[] | undefined): readonly Column[] =>
  names === undefined
    ? COLUMNS
    : names.flatMap((wanted) => COLUMNS.filter(({ name }) => name === wanted))
