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
import { CURSOR_ERRORS, nextCursor, toFields } from './fields.ts'
import { getOperation } from './operation.ts'

const filingsQuery = z.strictObject({
  Form: oneOf(FORMS, 'Form to list. Defaults to the primary form.').optional(),
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ min: 1, max: 100, fallback: 25, description: 'Filings per page.' }),
})

const filing = z.strictObject({
  Year: z.int().describe('Tax year.'),
  TaxPeriodEnd: z.iso.date(),
  Validation: z.looseObject({
    Status: z
      .enum(['Current', 'Superseded', 'Excluded'])
      .describe(
        'Superseded: a later submission for the same form and period replaces this filing. Excluded: the operator excluded this filing; see Warnings for the reason.',
      ),
    SupersededBy: z.string().optional().describe('Object ID of the filing that replaces this one.'),
    Amended: z.literal(true).optional(),
    Initial: z.literal(true).optional(),
    Final: z.literal(true).optional(),
    GroupReturn: z.literal(true).optional(),
    ShortYear: z
      .literal(true)
      .optional()
      .describe('Present if the tax period is shorter than twelve months.'),
    Warnings: z.array(z.string()).describe('Problems found when the filing was loaded.'),
  }),
  Source: z.looseObject({
    ObjectID: z.string(),
    Archive: z.string(),
    Member: z.string().optional().describe('Path of the filing in the archive.'),
    ReceivedOn: z.iso.date().optional(),
    SchemaVersion: z.string().optional(),
    TaxPeriodBegin: z.iso.date().optional(),
    Links: z
      .looseObject({ Page: z.string().optional(), XML: z.string().optional() })
      .optional()
      .describe(
        'Links to the filing. Page is present only if the page for this form and year shows this filing. XML is absent for Form 990-N.',
      ),
  }),
})

export const charityFilings = z
  .strictObject({
    Form: z.enum(FORMS),
    Filings: z.array(filing),
    NextCursor: nextCursor,
  })
  .meta({ id: 'CharityFilings' })
export type CharityFilings = z.output<typeof charityFilings>

export const filingsRoute = getOperation(
  '/api/v2/charity/:ein/filings',
  {
    operationId: 'listCharityFilings',
    group: 'Organizations',
    summary: "List an organization's filings on one form, including superseded ones, newest first",
    description: CURSOR_ERRORS,
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('The newest filing', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: filingsQuery },
    response: charityFilings,
  },
  async (deps: ProfileDeps, { params, query: { Form: form, Cursor: cursor, Limit: limit } }) =>
    presentFilings(await readFilings(deps, params.ein, { form, cursor, limit })),
)

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

// An unchecked box is absent.
const presentValidation = (filing: ListedFiling): Listed['Validation'] => ({
  Status: stateOf(filing),
  SupersededBy: filing.supersededBy,
  Amended: filing.isAmended || undefined,
  Initial: filing.isInitial || undefined,
  Final: filing.isFinal || undefined,
  GroupReturn: filing.isGroupReturn || undefined,
  ShortYear: isShortYear(filing) || undefined,
  Warnings: warningsOf(filing),
})

function presentSource(ein: string, filing: ListedFiling): Listed['Source'] {
  const { receivedOn, schemaVersion, taxPeriodBegin } = filing
  return {
    ObjectID: filing.objectId,
    Archive: filing.sourceArchive,
    Member: filing.sourceMember ?? undefined,
    ...toFields({ receivedOn, schemaVersion, taxPeriodBegin }),
    Links: linksOf(ein, filing),
  }
}

function linksOf(ein: string, { form, taxYear, objectId, opensByYear }: ListedFiling) {
  const page = opensByYear ? `/api/v2/charity/${ein}/page?Form=${form}&Year=${taxYear}` : undefined
  const xml = form === '990N' ? undefined : `/api/v2/charity/${ein}/filings/${objectId}/xml`
  return page || xml ? { Page: page, XML: xml } : undefined
}
