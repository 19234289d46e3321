import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { unitOfKind } from '#src/domain/facts/definitions.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import type { Fact } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { component } from '../shared/schemas.ts'
import { nameOf } from '../shared/skin.ts'

const ref = z.string()

/** Returns a filed or derived value with its origin. */
const figureOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    label: z.string().optional(),
    unit: z.string().optional().describe('USD, count, ratio, months, years, or hours.'),
    line: z.string().optional(),
    ref,
    formula: z.string().optional(),
    derivedFrom: z.array(z.string()).optional(),
  })

export const numberFigure = figureOf(z.number()).meta({ id: 'Figure' })
export const booleanFigure = figureOf(z.boolean()).meta({ id: 'Answered' })
export const anyFigure = figureOf(z.union([z.string(), z.number(), z.boolean()])).meta({
  id: 'FiledValue',
})
/** An answer to a question about governance. */
export const answer = figureOf(z.union([z.boolean(), z.number()])).meta({
  id: 'GovernanceAnswer',
})
export const textFigure = component('FiledText', {
  value: z.string(),
  label: z.string().optional(),
  ref,
})

type AnyFigure = z.output<typeof anyFigure>

/** The filing that a line belongs to, and a part of it. */
export type FilingPlace = { form: Form; taxYear: number; objectId: string; path?: string }

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

/** Returns the schema of values by name in camelCase; unknown ones are absent. */
export const byName = <Value extends z.ZodType>(names: readonly string[], value: Value) =>
  z.partialRecord(nameOf(z.enum(names)), value)
