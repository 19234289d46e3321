import { z } from 'zod'
import { toRef } from '../../domain/evidence.ts'
import { type FactKind, unitOfKind } from '../../domain/facts/definitions.ts'
import type { Fact, FactValue } from '../../domain/facts/read-facts.ts'
import type { Form } from '../../domain/form.ts'

export const src = z.string().optional().describe('Key of the source in evidence.sources.')
const ref = z.string().describe('The leaf of the filing, or column of the registry, that holds it.')

/** A filed or derived value with where it came from. */
const figureOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    label: z.string().optional(),
    unit: z.string().optional().describe('USD, count, ratio, months, years or hours.'),
    line: z.string().optional().describe('Part and line of the form.'),
    ref,
    formula: z.string().optional().describe('How a derived figure is computed.'),
    derived_from: z.array(z.string()).optional().describe('Refs of what it is computed from.'),
    _src: src,
  })

export const numberFigure = figureOf(z.number()).meta({ id: 'Figure' })
export const booleanFigure = figureOf(z.boolean()).meta({ id: 'Answered' })
export const anyFigure = figureOf(z.union([z.string(), z.number(), z.boolean()])).meta({
  id: 'FiledValue',
})
export const textFigure = z
  .strictObject({
    value: z.string(),
    label: z.string().optional().describe('What a code means.'),
    ref,
    _src: src,
  })
  .meta({ id: 'FiledText' })

export type NumberFigure = z.output<typeof numberFigure>
export type BooleanFigure = z.output<typeof booleanFigure>
export type AnyFigure = z.output<typeof anyFigure>
export type TextFigure = z.output<typeof textFigure>

/** The filing a leaf belongs to. */
export type FilingPlace = { form: Form; taxYear: number; objectId: string }

/** Unit of a kind of fact; texts and answers have none. */
export const unitOf = (kind: FactKind): { unit?: string } => {
  const unit = unitOfKind(kind)
  return unit === undefined ? {} : { unit }
}

/** A filed fact as B shows it. */
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

/** The figure when it is a number; a leaf that holds something else is no figure. */
export const asNumber = typed((value) => typeof value === 'number')
/** The figure when it is yes or no. */
export const asBoolean = typed((value) => typeof value === 'boolean')

const SNAKE_CASE = new Map<string, string>()

/** `totalRevenue` → `total_revenue`, for keys of the catalogue: each is kept once turned. */
export function toSnakeCase(key: string): string {
  const known = SNAKE_CASE.get(key)
  if (known !== undefined) return known
  // A letter that is a word of its own stands before another word: scheduleJPeople.
  const turned = key
    .replaceAll(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, (letter) => `_${letter}`)
    .toLowerCase()
  SNAKE_CASE.set(key, turned)
  return turned
}

/** A figure as profiles read it, with its Ref. */
type ReadFigure<Value extends FactValue> = {
  label: string
  value: Value
  unit?: string
  ref: string
  formula?: string
  derivedFrom?: string[]
}

/** A read figure as B shows it. */
export const presentFigure = <Value extends FactValue>(figure: ReadFigure<Value>) => ({
  value: figure.value,
  label: figure.label,
  ...(figure.unit !== undefined && { unit: figure.unit }),
  ref: figure.ref,
  ...(figure.formula !== undefined && { formula: figure.formula }),
  ...(figure.derivedFrom && { derived_from: figure.derivedFrom }),
})

/** Fields that are known, by their names in snake case. */
export const fieldsOf = <Value extends z.ZodType>(keys: readonly string[], value: Value) =>
  z.partialRecord(z.enum(keys.map(toSnakeCase)), value)
