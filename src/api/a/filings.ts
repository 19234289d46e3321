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
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import { CHANGE_KINDS, readAmendment } from '#src/organizations/history/amendment.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { XML_TIMEOUT_MS, XML_TYPE, xmlSender } from '../shared/filing-xml.ts'
import {
  cursor,
  einParams,
  formOrPrimary,
  integer,
  limit,
  noQuery,
  objectId,
  param,
  pathEin,
  pathObjectId,
} from '../shared/parameters.ts'
import { component, optionalObject, streamed } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { BY_REF, nextCursor } from './fields.ts'
import { operation, readOperation } from './operation.ts'

const filingsQuery = z.strictObject({
  Form: formOrPrimary,
  Cursor: cursor,
  Limit: limit(100, 25),
})

const filing = z.strictObject({
  year: z.int(),
  taxPeriodEnd: z.iso.date(),
  validation: z.looseObject({
    status: z.enum(['Current', 'Superseded']),
    supersededBy: z.string().optional(),
    isAmended: z.literal(true).optional(),
    isInitial: z.literal(true).optional(),
    isFinal: z.literal(true).optional(),
    isGroupReturn: z.literal(true).optional(),
    isShortYear: z.literal(true).optional(),
    warnings: z.array(z.string()),
  }),
  source: z.looseObject({
    objectId: z.string(),
    archive: z.string(),
    member: z.string().optional(),
    receivedOn: z.iso.date().optional(),
    schemaVersion: z.string().optional(),
    taxPeriodBegin: z.iso.date().optional(),
    links: z.looseObject({ page: z.string().optional(), xml: z.string().optional() }).optional(),
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
    terms: { access: 'open', costs: 'Data', slot: 'store' },
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
      warnings: filing.warnings,
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

const submission = component('Submission', {
  objectId: z.string(),
  taxYear: z.int(),
  receivedOn: z.string().optional(),
  schemaVersion: z.string().optional(),
  isAmended: z.boolean(),
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
  place: z.string(),
  unit: z.string().optional(),
  before: filedValue,
  after: filedValue,
  difference: z.number().optional(),
})

const changesOf = component('FilingChanges', {
  ein: z.string(),
  form: z.enum(FORMS),
  taxPeriodEnd: z.string(),
  before: submission,
  after: submission,
  versions: z.array(submission),
  counts: z.strictObject({
    Changed: z.int(),
    Added: z.int(),
    Removed: z.int(),
  }),
  changes: z.array(factChange),
  isTruncated: z.boolean(),
})

export const filingChangesRoute = readOperation(
  '/api/v2/charity/:ein/filings/:objectId/changes',
  {
    operationId: 'compareFilingVersions',
    group: 'Organizations',
    summary: 'List what changed between a return and the one it replaced for the same period',
    terms: { access: 'open', costs: 'Data', slot: 'store' },
    examples: example('An amended return', {
      path: { ein: 190000112, objectId: '202423269349303737' },
    }),
    request: {
      params: einParams.extend({
        objectId: pathObjectId('Object ID of the later return, from /filings.'),
      }),
      querystring: z.strictObject({
        Against: objectId(
          'Defaults to the return received before it for the same form and period.',
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
          'The file contains every element, attribute, and text of the return, except social security numbers. A Form 990-N has no XML. A client can run two downloads at once.',
        terms: { access: 'open', costs: 'Data', slot: 'store' },
        examples: [],
        headers: ['Content-Disposition'],
        request: { params, querystring: noQuery },
        response: { description: 'The return.', content: { [XML_TYPE]: { schema: xml } } },
      }),
      handlerTimeout: XML_TIMEOUT_MS,
      handler: async (request, reply) => reply.send(await send(request, reply, request.params)),
    })
  }
