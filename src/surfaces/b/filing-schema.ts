import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import type { FilingSummary, Organization } from '../../profiles/organization.ts'

export const ein = z.string().regex(/^\d{9}$/)

/** What every answer about an organization begins with. */
export const about = {
  ein,
  name: z.string(),
}
export const presentAbout = ({ ein: own, name }: Pick<Organization, 'ein' | 'name'>) => ({
  ein: own,
  name,
})

/** One submission; what is not filed is left out. */
export const filing = z
  .strictObject({
    form: z.enum(FORMS),
    tax_year: z.int(),
    tax_period_begin: z.string().optional(),
    tax_period_end: z.string(),
    object_id: z.string(),
    received_on: z.string().optional(),
    schema_version: z.string().optional(),
    current: z
      .boolean()
      .describe('False once a later submission replaced it, or the operator excluded it.'),
    exclusion: z
      .string()
      .optional()
      .describe('Why the operator excluded it; no figure is taken from an excluded filing.'),
    amended: z.boolean(),
    initial: z.boolean(),
    final: z.boolean(),
    group_return: z.boolean().describe('Filed for affiliates, whose figures it holds as one.'),
  })
  .meta({ id: 'FilingB' })
export type FilingB = z.output<typeof filing>

export const presentFiling = (summary: FilingSummary): FilingB => ({
  form: summary.form,
  tax_year: summary.taxYear,
  ...(summary.taxPeriodBegin !== null && { tax_period_begin: summary.taxPeriodBegin }),
  tax_period_end: summary.taxPeriodEnd,
  object_id: summary.objectId,
  ...(summary.receivedOn !== null && { received_on: summary.receivedOn }),
  ...(summary.schemaVersion !== null && { schema_version: summary.schemaVersion }),
  current: summary.isCurrent,
  ...(summary.exclusion !== null && { exclusion: summary.exclusion }),
  amended: summary.isAmended,
  initial: summary.isInitial,
  final: summary.isFinal,
  group_return: summary.isGroupReturn,
})
