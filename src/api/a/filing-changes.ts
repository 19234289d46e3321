import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type Amendment,
  CHANGE_KINDS,
  type FactChange,
  readAmendment,
} from '#src/organizations/history/amendment.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { example } from '../openapi/examples/demo.ts'
import { einParams, integer, objectId, pathObjectId } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const submission = z.strictObject({
  ObjectID: z.string(),
  TaxYear: z.int(),
  ReceivedOn: z.string().optional().describe('Day on which the IRS received it, if known.'),
  SchemaVersion: z.string().optional(),
  Amended: z.boolean().describe('Whether its box for an amended return is checked.'),
})

const filedValue = z
  .strictObject({
    Value: z.union([z.number(), z.string(), z.boolean()]),
    EvidenceRef: z.string(),
  })
  .optional()

/** More than the catalog has lines of one form. */
const MAX_CHANGES = 500

const factChange = z.strictObject({
  Kind: z.enum(CHANGE_KINDS),
  Label: z.string(),
  Place: z.string().describe('Part and line.'),
  Unit: z.string().optional(),
  Before: filedValue,
  After: filedValue,
  Difference: z.number().optional().describe('The later number less the earlier one.'),
})

const filingChanges = z
  .strictObject({
    EIN: z.string(),
    Form: z.enum(FORMS),
    TaxPeriodEnd: z.string(),
    Before: submission,
    After: submission,
    Versions: z
      .array(submission)
      .describe('All submissions for the form and period, the latest received first.'),
    Counts: z
      .strictObject({ Changed: z.int(), Added: z.int(), Removed: z.int() })
      .describe('All differences, including those after the first ones in Changes.'),
    Changes: z
      .array(factChange)
      .describe('Lines of the form that differ. Rows of tables are not compared.'),
    Truncated: z.boolean().describe('Whether there are more differences than Changes lists.'),
  })
  .meta({ id: 'FilingChanges' })

export const filingChangesRoute = getOperation(
  '/api/v2/charity/:ein/filings/:objectId/changes',
  {
    operationId: 'compareFilingVersions',
    group: 'Organizations',
    summary: 'List what changed between a return and the one it replaced for the same period',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('An amended return', {
      path: { ein: 190000112, objectId: '202423269349303737' },
    }),
    request: {
      params: einParams.extend({
        objectId: pathObjectId('Object ID of the later return, from /filings.'),
      }),
      querystring: z.strictObject({
        Against: objectId(
          'Object ID of another return for the same form and period. Default: the one received before it.',
        ),
        Limit: integer({
          min: 1,
          max: MAX_CHANGES,
          fallback: MAX_CHANGES,
          description: 'Number of differences to return.',
        }),
      }),
    },
    response: filingChanges,
  },
  async (deps: ProfileDeps, { params: { ein, objectId: id }, query }) =>
    presentAmendment(ein, query.Limit, await readAmendment(deps, ein, id, query.Against)),
)

const presentAmendment = (
  ein: string,
  limit: number,
  { before, after, versions, changes, counts }: Amendment,
): z.input<typeof filingChanges> => ({
  EIN: ein,
  Form: after.form,
  TaxPeriodEnd: after.taxPeriodEnd,
  Before: presentSubmission(before),
  After: presentSubmission(after),
  Versions: versions.map(presentSubmission),
  Counts: counts,
  Changes: changes.slice(0, limit).map(presentChange),
  Truncated: changes.length > limit,
})

const presentSubmission = (filing: FilingSummary) => ({
  ObjectID: filing.objectId,
  TaxYear: filing.taxYear,
  ReceivedOn: filing.receivedOn ?? undefined,
  SchemaVersion: filing.schemaVersion ?? undefined,
  Amended: filing.isAmended,
})

const presentValue = (filed: FactChange['before']) =>
  filed && { Value: filed.value, EvidenceRef: filed.ref }

const presentChange = (change: FactChange): z.input<typeof factChange> => ({
  Kind: change.kind,
  Label: change.label,
  Place: change.place,
  Unit: change.unit,
  Before: presentValue(change.before),
  After: presentValue(change.after),
  Difference: change.difference,
})
