import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { unitOfKind } from '#src/domain/facts/definitions.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import type { Fact, FactValue } from '#src/domain/facts/read-facts.ts'
import type { Cell } from '#src/domain/facts/tables/read-rows.ts'
import type { Form } from '#src/domain/form.ts'
import { type TableRow, tableOf } from '#src/organizations/filings/table-rows.ts'
import { cached, renameKeys } from '../shared/rename-keys.ts'
import { component, optional, required } from '../shared/schemas.ts'

export const src = optional.string('Key of the source in evidence.sources.')
const ref = required.string('Ref of the line in the filing or of the column in the registry.')

/** Returns a filed or derived value with its origin. */
const figureOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    label: z.string().optional(),
    unit: optional.string('USD, count, ratio, months, years, or hours.'),
    line: optional.string('Part and line of the form.'),
    ref,
    formula: optional.string('Formula for a derived figure.'),
    derived_from: optional.strings('Refs of the inputs of a derived figure.'),
    _src: src,
  })

export const numberFigure = figureOf(z.number()).meta({ id: 'Figure' })
export const booleanFigure = figureOf(z.boolean()).meta({ id: 'Answered' })
export const anyFigure = figureOf(z.union([z.string(), z.number(), z.boolean()])).meta({
  id: 'FiledValue',
})
export const textFigure = component('FiledText', {
  value: z.string(),
  label: optional.string('Meaning of the value, if it is a code.'),
  ref,
  _src: src,
})

type AnyFigure = z.output<typeof anyFigure>
export type TextFigure = z.output<typeof textFigure>

/** The filing that a line belongs to. */
export type FilingPlace = { form: Form; taxYear: number; objectId: string }

/** Returns the unit of a kind of fact; texts and yes/no answers have none. */
export const unitOf = (kind: FactKind): { unit?: string } => {
  const unit = unitOfKind(kind)
  return unit === undefined ? {} : { unit }
}

export const filedFigure = (
  filing: FilingPlace,
  { value, path }: Fact,
  described: { label?: string; unit?: string; line?: string | undefined } = {},
): AnyFigure => ({ value, ...described, ref: toRef({ ...filing, path }) })

type Typed<Value> = Omit<AnyFigure, 'value'> & { value: Value }
const typed =
  <Value extends FactValue>(is: (value: FactValue) => value is Value) =>
  (figure: AnyFigure | undefined): Typed<Value> | undefined =>
    figure && is(figure.value) ? { ...figure, value: figure.value } : undefined

/** Returns the figure if it is a number. */
export const asNumber = typed((value) => typeof value === 'number')
/** Returns the figure if it is yes or no. */
export const asBoolean = typed((value) => typeof value === 'boolean')

// A single letter can be a word: scheduleJPeople.
const WORD_START = /(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g

/** Returns `total_revenue` for `totalRevenue`. */
export const toSnakeCase = cached((key) =>
  key.replaceAll(WORD_START, (letter) => `_${letter}`).toLowerCase(),
)

type SnakeCase<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Key

/** Returns the object, or these keys of it, with names in snake case, without nulls. */
export const toSnakeFields = <Given extends object, Key extends keyof Given & string>(
  given: Given,
  ...keys: Key[]
) =>
  renameKeys(given, keys, toSnakeCase) as {
    [Name in Key as SnakeCase<Name>]: Exclude<Given[Name], null>
  }

/** Returns `failed` for `Failed`. */
export const toLower = <Word extends string>(word: Word) => word.toLowerCase() as Lowercase<Word>

type ReadFigure<Value extends FactValue> = {
  label: string
  value: Value
  unit?: string
  ref: string
  formula?: string
  derivedFrom?: string[]
}

export const presentFigure = <Value extends FactValue>(figure: ReadFigure<Value>) =>
  toSnakeFields(figure, 'value', 'label', 'unit', 'ref', 'formula', 'derivedFrom')

/** Returns a record of the keys in snake case; unknown ones are absent. */
export const fieldsOf = <Value extends z.ZodType>(keys: readonly string[], value: Value) =>
  z.partialRecord(z.enum(keys.map(toSnakeCase)), value)

export function presentCell(
  place: FilingPlace,
  { table }: Pick<TableRow, 'table'>,
  key: string,
  { value, path }: Cell,
): AnyFigure {
  const column = tableOf(table).columns[key]
  return {
    value,
    ...(column && { label: column.label, ...unitOf(column.kind) }),
    ...(column?.unit && { unit: column.unit }),
    ref: toRef({ ...place, path }),
  }
}

/** Returns the filed cells of a row by column name. */
export const presentCells = (place: FilingPlace, found: TableRow): Record<string, AnyFigure> =>
  Object.fromEntries(
    Object.entries(found.row.cells).map(([key, cell]) => [
      toSnakeCase(key),
      presentCell(place, found, key, cell),
    ]),
  )

/** Returns the cells of a row that contain numbers. */
export const presentAmounts = (place: FilingPlace, found: TableRow) =>
  Object.fromEntries(
    Object.entries(presentCells(place, found)).flatMap(([key, figure]) => {
      const number = asNumber(figure)
      return number ? [[key, number] as const] : []
    }),
  )

/** Returns the Ref of a row, or of its first cell if the row has no element of its own. */
export function rowRef(place: FilingPlace, { row }: TableRow): string {
  const path = row.path ?? Object.values(row.cells)[0]?.path ?? ''
  return toRef({ ...place, path })
}
