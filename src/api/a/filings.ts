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
import { CHANGE_KINDS, readAmendment } from '#src/organizations/history/amendment.ts'
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
import { skin } from '../shared/skin.ts'
import { BY_REF, CURSOR_ERRORS, nextCursor } from './fields.ts'
import { operation, readOperation } from './operation.ts'

const filingsQuery = z.strictObject({
  Form: oneOf(FORMS, 'Form to list. Defaults to the primary form.').optional(),
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ max: 100, fallback: 25, description: 'Filings per page.' }),
})

const filing = z.strictObject({
  year: required.int('Tax year.'),
  taxPeriodEnd: z.iso.date(),
  validation: z.looseObject({
    status: required.enum(
      ['Current', 'Superseded', 'Excluded'],
      'Superseded: a later submission for the same form and period replaces this filing. Excluded: the operator excluded this filing; see Warnings for the reason.',
    ),
    supersededBy: optional.string('Object ID of the filing that replaces this one.'),
    isAmended: z.literal(true).optional(),
    isInitial: z.literal(true).optional(),
    isFinal: z.literal(true).optional(),
    isGroupReturn: z.literal(true).optional(),
    isShortYear: optional.true('Present if the tax period is shorter than twelve months.'),
    warnings: required.strings('Problems found when the filing was loaded.'),
  }),
  source: z.looseObject({
    objectId: z.string(),
    archive: z.string(),
    member: optional.string('Path of the filing in the archive.'),
    receivedOn: z.iso.date().optional(),
    schemaVersion: z.string().optional(),
    taxPeriodBegin: z.iso.date().optional(),
    links: z
      .looseObject({ page: z.string().optional(), xml: z.string().optional() })
      .optional()
      .describe(
        'Links to the filing. Page is present only if the page for this form and year shows this filing. XML is absent for Form 990-N.',
      ),
  }),
})

const list = component('CharityFilings', {
  form: z.enum(FORMS),
  filings: z.array(filing),
  nextCursor: nextCursor,
})
export const charityFilings = skin(list, 'A')
export type CharityFilings = z.output<typeof charityFilings>

export const filingsRoute = readOperation(
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
    response: list,
  },
  async (deps: ProfileDeps, { params, query: { Form: form, Cursor: cursor, Limit: limit } }) =>
    toList(await readFilings(deps, params.ein, { form, cursor, limit })),
)

const toList = ({ ein, filings, ...list }: FilingList) => ({
  ...list,
  filings: filings.map((filing) => ({
    year: filing.taxYear,
    taxPeriodEnd: filing.taxPeriodEnd,
    // An unchecked box is absent.
    validation: {
      status: stateOf(filing),
      supersededBy: filing.supersededBy,
      isAmended: filing.isAmended || undefined,
      isInitial: filing.isInitial || undefined,
      isFinal: filing.isFinal || undefined,
      isGroupReturn: filing.isGroupReturn || undefined,
      isShortYear: isShortYear(filing) || undefined,
      warnings: warningsOf(filing),
    },
    source: {
      ...filing,
      archive: filing.sourceArchive,
      member: filing.sourceMember,
      links: linksOf(ein, filing),
    },
  })),
})

function linksOf(ein: string, { form, taxYear, objectId, opensByYear }: ListedFiling) {
  const page = opensByYear ? `/api/v2/charity/${ein}/page?Form=${form}&Year=${taxYear}` : undefined
  const xml = form === '990N' ? undefined : `/api/v2/charity/${ein}/filings/${objectId}/xml`
  return page || xml ? { page, xml } : undefined
}

const submission = z.strictObject({
  objectId: z.string(),
  taxYear: z.int(),
  receivedOn: optional.string('Day on which the IRS received it, if known.'),
  schemaVersion: z.string().optional(),
  isAmended: required.boolean('Whether its box for an amended return is checked.'),
})

const filedValue = optionalObject({
  value: z.union([z.number(), z.string(), z.boolean()]),
  ref: z.string(),
})

/** More than the catalog has lines of one form. */
const MAX_CHANGES = 500

const factChange = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  label: z.string(),
  place: required.string('Part and line.'),
  unit: z.string().optional(),
  before: filedValue,
  after: filedValue,
  difference: optional.number('The later number less the earlier one.'),
})

const changesOf = component('FilingChanges', {
  ein: z.string(),
  form: z.enum(FORMS),
  taxPeriodEnd: z.string(),
  before: submission,
  after: submission,
  versions: required.array(
    submission,
    'All submissions for the form and period, the latest received first.',
  ),
  counts: required.object('All differences, including those after the first ones in Changes.', {
    Changed: z.int(),
    Added: z.int(),
    Removed: z.int(),
  }),
  changes: required.array(
    factChange,
    'Lines of the form that differ. Rows of tables are not compared.',
  ),
  isTruncated: required.boolean('Whether there are more differences than Changes lists.'),
})

export const filingChangesRoute = readOperation(
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
    response: changesOf,
    names: BY_REF,
  },
  async (deps: ProfileDeps, { params: { ein, objectId: id }, query: { Against, Limit } }) => {
    const { changes, ...amendment } = await readAmendment(deps, ein, id, Against)
    const { form, taxPeriodEnd } = amendment.after
    return {
      ...{ ...amendment, ein, form, taxPeriodEnd },
      changes: changes.slice(0, Limit),
      isTruncated: changes.length > Limit,
    }
  },
)

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
