import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isObjectId, OBJECT_ID } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type FilingList,
  type ListedFiling,
  readFilings,
} from '#src/organizations/filings/filings.ts'
import { stateOf, warningsOf } from '#src/organizations/filings/select-filing.ts'
import {
  type Amendment,
  CHANGE_KINDS,
  type FactChange,
  readAmendment,
} from '#src/organizations/history/amendment.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { XML_TIMEOUT_MS, XML_TYPE, xmlSender } from '../shared/filing-xml.ts'
import {
  einParams,
  integer,
  noQuery,
  objectId,
  oneOf,
  opaque,
  param,
  pathEin,
  pathObjectId,
} from '../shared/parameters.ts'
import { component, optional, optionalObject, required, streamed } from '../shared/schemas.ts'
import { CURSOR_ERRORS, nextCursor, toFields } from './fields.ts'
import { getOperation, operation } from './operation.ts'

const filingsQuery = z.strictObject({
  Form: oneOf(FORMS, 'Form to list. Defaults to the primary form.').optional(),
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ max: 100, fallback: 25, description: 'Filings per page.' }),
})

const filing = z.strictObject({
  Year: required.int('Tax year.'),
  TaxPeriodEnd: z.iso.date(),
  Validation: z.looseObject({
    Status: required.enum(
      ['Current', 'Superseded', 'Excluded'],
      'Superseded: a later submission for the same form and period replaces this filing. Excluded: the operator excluded this filing; see Warnings for the reason.',
    ),
    SupersededBy: optional.string('Object ID of the filing that replaces this one.'),
    Amended: z.literal(true).optional(),
    Initial: z.literal(true).optional(),
    Final: z.literal(true).optional(),
    GroupReturn: z.literal(true).optional(),
    ShortYear: optional.true('Present if the tax period is shorter than twelve months.'),
    Warnings: required.strings('Problems found when the filing was loaded.'),
  }),
  Source: z.looseObject({
    ObjectID: z.string(),
    Archive: z.string(),
    Member: optional.string('Path of the filing in the archive.'),
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

export const charityFilings = component('CharityFilings', {
  Form: z.enum(FORMS),
  Filings: z.array(filing),
  NextCursor: nextCursor,
})
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

const submission = z.strictObject({
  ObjectID: z.string(),
  TaxYear: z.int(),
  ReceivedOn: optional.string('Day on which the IRS received it, if known.'),
  SchemaVersion: z.string().optional(),
  Amended: required.boolean('Whether its box for an amended return is checked.'),
})

const filedValue = optionalObject({
  Value: z.union([z.number(), z.string(), z.boolean()]),
  EvidenceRef: z.string(),
})

/** More than the catalog has lines of one form. */
const MAX_CHANGES = 500

const factChange = z.strictObject({
  Kind: z.enum(CHANGE_KINDS),
  Label: z.string(),
  Place: required.string('Part and line.'),
  Unit: z.string().optional(),
  Before: filedValue,
  After: filedValue,
  Difference: optional.number('The later number less the earlier one.'),
})

const filingChanges = component('FilingChanges', {
  EIN: z.string(),
  Form: z.enum(FORMS),
  TaxPeriodEnd: z.string(),
  Before: submission,
  After: submission,
  Versions: required.array(
    submission,
    'All submissions for the form and period, the latest received first.',
  ),
  Counts: required.object('All differences, including those after the first ones in Changes.', {
    Changed: z.int(),
    Added: z.int(),
    Removed: z.int(),
  }),
  Changes: required.array(
    factChange,
    'Lines of the form that differ. Rows of tables are not compared.',
  ),
  Truncated: required.boolean('Whether there are more differences than Changes lists.'),
})

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
  ...toFields(filing, 'taxYear', 'receivedOn', 'schemaVersion'),
  Amended: filing.isAmended,
})

const presentValue = (filed: FactChange['before']) =>
  filed && { Value: filed.value, EvidenceRef: filed.ref }

const presentChange = (change: FactChange): z.input<typeof factChange> => ({
  ...toFields(change, 'kind', 'label', 'place', 'unit', 'difference'),
  Before: presentValue(change.before),
  After: presentValue(change.after),
})

const params = z.strictObject({
  ein: pathEin(),
  objectId: param(
    {
      ...{ noun: 'an object ID', type: 'string', pattern: `^(?:${OBJECT_ID})$` },
      description: 'Source.ObjectID of a filing from /filings.',
    },
    (value, refuse) =>
      isObjectId(value)
        ? value
        : refuse('object_id', 'must be an 18-digit object ID from /filings'),
  ),
})

const xml = streamed({
  type: 'string',
  description: 'The return. A comment says how it may differ.',
})

export const filingXmlRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const send = xmlSender(deps)
    app.get('/api/v2/charity/:ein/filings/:objectId/xml', {
      ...operation({
        operationId: 'getFilingXml',
        group: 'Organizations',
        summary: 'Download a return as XML, rebuilt from the stored data',
        description:
          'Returns every element, attribute, and text of a return, superseded returns included. The file is rebuilt: white space, namespaces, and processing instructions can differ from the original, and social security numbers are removed. A Form 990-N has no XML. A client can run two downloads at once; further requests return 429 RateLimited.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: [],
        headers: ['Content-Disposition'],
        request: { params, querystring: noQuery },
        response: { description: 'The return.', content: { [XML_TYPE]: { schema: xml } } },
      }),
      handlerTimeout: XML_TIMEOUT_MS,
      handler: async (request, reply) => reply.send(await send(request, reply, request.params)),
    })
  }
