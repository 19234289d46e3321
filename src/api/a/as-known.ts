import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type AsKnown,
  type FigureGap,
  type KnownFigure,
  type KnownYear,
  readAsKnown,
  UNKNOWNS,
} from '#src/organizations/history/as-known.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { example, inPath } from '../openapi/examples/demo.ts'
import { einParams, pastDay } from '../shared/parameters.ts'
import { fieldName } from './fields.ts'
import { getOperation } from './operation.ts'

const submission = z.strictObject({
  ObjectId: z.string(),
  Form: z.enum(FORMS),
  TaxYear: z.int(),
  TaxPeriodEnd: z.string(),
  ReceivedOn: z.string().optional(),
  Amended: z.boolean(),
})

const figure = z.strictObject({
  Name: z.string(),
  Label: z.string(),
  Value: z.number(),
  Unit: z.string().optional(),
  EvidenceRef: z
    .string()
    .optional()
    .describe('Absent for a figure computed from a superseded return; see DerivedFrom.'),
  Formula: z.string().optional(),
  DerivedFrom: z.array(z.string()).optional(),
})

const year = z.strictObject({ Filing: submission, Figures: z.array(figure) })

export const asKnown = z
  .strictObject({
    EIN: z.string(),
    On: z.string(),
    Known: year
      .optional()
      .describe('The newest return received by the day. Absent if none was received.'),
    Years: z
      .array(year)
      .describe('The returns on the same form as they were known then, newest period first.'),
    Now: year.describe('The return that the page shows today.'),
    Later: z
      .array(
        z.strictObject({
          Filing: submission,
          Replaces: submission
            .optional()
            .describe('The return for the same period that was known on the day.'),
          Changes: z
            .array(
              z.strictObject({
                Name: z.string(),
                Label: z.string(),
                Unit: z.string().optional(),
                Before: figure.optional(),
                After: figure.optional(),
                Difference: z.number().optional(),
              }),
            )
            .describe('Leading figures that the later return states differently.'),
        }),
      )
      .describe('Returns received after the day, the latest first.'),
    Registry: z.strictObject({
      Month: z
        .string()
        .optional()
        .describe('Month of the stored registry row, if it is not after the day.'),
      Name: z.string().optional(),
      Subsection: z.string().optional(),
      Status: z.string().optional(),
      Ruling: z.string().optional(),
      Names: z
        .array(z.strictObject({ Name: z.string(), Month: z.string(), EvidenceRef: z.string() }))
        .describe('Names in loaded extracts of months up to the day, the latest first.'),
      Revocations: z.array(
        z.strictObject({
          RevokedOn: z.string(),
          PostedOn: z.string().optional(),
          EvidenceRef: z.string(),
        }),
      ),
    }),
    NotKnown: z
      .array(z.enum(UNKNOWNS))
      .describe(
        'Rating: ratings of earlier days are not stored. Registry: the stored registry row is of a later month, or missing. Postcards: the days of receipt of postcards are unknown, so they are left out. Publication: the IRS publishes a return weeks or months after it receives it.',
      ),
  })
  .meta({ id: 'AsKnown' })

export const asKnownRoute = getOperation(
  '/api/v2/charity/:ein/as-known',
  {
    operationId: 'readAsKnown',
    group: 'Organizations',
    summary: 'Read an organization as it was known on a day, and what later returns changed',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('Before two amended returns', {
      path: inPath('190000112'),
      query: { On: '2024-10-15' },
    }),
    request: {
      params: einParams,
      querystring: z.strictObject({
        On: pastDay('Day, YYYY-MM-DD. Returns received on this day are included.'),
      }),
    },
    response: asKnown,
  },
  async (deps: ProfileDeps, { params: { ein }, query: { On } }) =>
    presentAsKnown(await readAsKnown(deps, ein, On)),
)

const presentAsKnown = (found: AsKnown): z.input<typeof asKnown> => {
  const { organization, on, known, years, now, later, registry, unknown } = found
  return {
    EIN: organization.ein,
    On: on,
    Known: known && presentYear(known),
    Years: years.map(presentYear),
    Now: presentYear(now),
    Later: later.map(({ filing, replaces, changes }) => ({
      Filing: presentSubmission(filing),
      Replaces: replaces && presentSubmission(replaces),
      Changes: changes.map(presentGap),
    })),
    Registry: presentRegistry(registry),
    NotKnown: unknown,
  }
}

const presentSubmission = (filing: FilingSummary) => ({
  ObjectId: filing.objectId,
  Form: filing.form,
  TaxYear: filing.taxYear,
  TaxPeriodEnd: filing.taxPeriodEnd,
  ReceivedOn: filing.receivedOn ?? undefined,
  Amended: filing.isAmended,
})

const presentFigure = (one: KnownFigure) => ({
  Name: fieldName(one.key),
  Label: one.label,
  Value: one.value,
  Unit: one.unit,
  EvidenceRef: one.ref,
  Formula: one.formula,
  DerivedFrom: one.derivedFrom,
})

const presentYear = ({ filing, figures }: KnownYear) => ({
  Filing: presentSubmission(filing),
  Figures: figures.map(presentFigure),
})

const presentGap = ({ key, label, unit, before, after, difference }: FigureGap) => ({
  Name: fieldName(key),
  Label: label,
  Unit: unit,
  Before: before && presentFigure(before),
  After: after && presentFigure(after),
  Difference: difference,
})

const presentRegistry = ({ row, names, revocations }: AsKnown['registry']) => ({
  Month: row?.asOf,
  Name: row?.name,
  Subsection: row?.subsection ?? undefined,
  Status: row?.status ?? undefined,
  Ruling: row?.ruling ?? undefined,
  Names: names.map(({ name, asOf, ref }) => ({ Name: name, Month: asOf, EvidenceRef: ref })),
  Revocations: revocations.map(({ revokedOn, postedOn, ref }) => ({
    RevokedOn: revokedOn,
    PostedOn: postedOn ?? undefined,
    EvidenceRef: ref,
  })),
})
