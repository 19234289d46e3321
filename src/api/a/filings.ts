import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type FilingList,
  type ListedFiling,
  readFilings,
} from '#src/organizations/filings/filings.ts'
import { stateOf, warningsOf } from '#src/organizations/filings/select-filing.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, integer, oneOf, opaque } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const filingsQuery = z.strictObject({
  Form: oneOf(FORMS, "Form to list; the organization's primary form when left out.").optional(),
  Cursor: opaque('NextCursor of the answer before.'),
  Limit: integer({ min: 1, max: 100, fallback: 25, description: 'Filings an answer.' }),
})

const filing = z.strictObject({
  Year: z.int().describe('Tax year.'),
  TaxPeriodEnd: z.iso.date(),
  Validation: z.looseObject({
    Status: z
      .enum(['Current', 'Superseded', 'Excluded'])
      .describe(
        'Superseded: a later submission for the same form and period counts instead. Excluded: the ' +
          'operator excluded the filing, and no figure is taken from it; Warnings say why.',
      ),
    SupersededBy: z.string().optional().describe('Object id of the one that counts.'),
    Amended: z.literal(true).optional(),
    Initial: z.literal(true).optional(),
    Final: z.literal(true).optional(),
    GroupReturn: z.literal(true).optional(),
    ShortYear: z.literal(true).optional().describe('The period has under twelve months.'),
    Warnings: z
      .array(z.string())
      .describe('What was odd about it when it was loaded, and why it is excluded.'),
  }),
  Source: z.looseObject({
    ObjectID: z.string(),
    Archive: z.string(),
    Member: z.string().optional().describe('Path within the archive.'),
    ReceivedOn: z.iso.date().optional(),
    SchemaVersion: z.string().optional(),
    TaxPeriodBegin: z.iso.date().optional(),
    Links: z
      .looseObject({ Page: z.string().optional() })
      .optional()
      .describe('Page is there when form and year open this very filing.'),
  }),
})

export const charityFilings = z
  .strictObject({
    Form: z.enum(FORMS),
    Filings: z.array(filing),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'CharityFilings' })
export type CharityFilings = z.output<typeof charityFilings>

export const filingsRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/filings', {
      ...operation({
        operationId: 'listCharityFilings',
        group: 'Organizations',
        summary: 'Submissions of a form, superseded ones included, newest first',
        description:
          'NextCursor leads to the next page and is absent on the last. A cursor of another request is 400 InvalidCursor; one whose list has changed is 400 StaleCursor.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('The newest filing', {
          path: inPath(DEMO.turkanaWells),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: filingsQuery },
        response: charityFilings,
      }),
      handler: async ({ params, query }) =>
        presentFilings(
          await readFilings(deps, params.ein, {
            form: query.Form,
            cursor: query.Cursor,
            limit: query.Limit,
          }),
        ),
    })
  }

/** A box that is not ticked is absent. */
const presentFilings = ({ ein, form, filings, nextCursor }: FilingList): CharityFilings => ({
  Form: form,
  Filings: filings.map((filing) => ({
    Year: filing.taxYear,
    TaxPeriodEnd: filing.taxPeriodEnd,
    Validation: presentValidation(filing),
    Source: presentSource(ein, filing),
  })),
  NextCursor: nextCursor,
})

type Listed = CharityFilings['Filings'][number]

const ticked = (is: boolean) => (is ? (true as const) : undefined)

const presentValidation = (filing: ListedFiling): Listed['Validation'] => ({
  Status: stateOf(filing),
  SupersededBy: filing.supersededBy,
  Amended: ticked(filing.isAmended),
  Initial: ticked(filing.isInitial),
  Final: ticked(filing.isFinal),
  GroupReturn: ticked(filing.isGroupReturn),
  ShortYear: ticked(isShortYear(filing)),
  Warnings: warningsOf(filing),
})

const presentSource = (ein: string, filing: ListedFiling): Listed['Source'] => ({
  ObjectID: filing.objectId,
  Archive: filing.sourceArchive,
  Member: filing.sourceMember ?? undefined,
  ReceivedOn: filing.receivedOn ?? undefined,
  SchemaVersion: filing.schemaVersion ?? undefined,
  TaxPeriodBegin: filing.taxPeriodBegin ?? undefined,
  Links: filing.opensByYear
    ? { Page: `/api/v2/charity/${ein}/page?Form=${filing.form}&Year=${filing.taxYear}` }
    : undefined,
})
