import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { askerOf } from '#src/access/client.ts'
import {
  DOWNLOAD_LIMITS,
  type DownloadLimits,
  limitDownloads,
} from '#src/network/download-grants.ts'
import type { GrantTotal } from '#src/network/grants.ts'
import { type Grant, type GrantFilter, type GrantPage, readGrants } from '#src/network/grants.ts'
import { sumIdentified } from '#src/network/identified.ts'
import { requireFiler } from '#src/network/require-filer.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { toCsvPieces } from '../../shared/csv.ts'
import { splitTotals, sumOf, sumRows } from '../../shared/grant-totals.ts'
import { GRACE_MS, toLongAnswer } from '../../shared/long-answer.ts'
import { einParams } from '../../shared/parameters.ts'
import { streamed } from '../../shared/schemas.ts'
import { someOf } from '../../shared/sections.ts'
import { presenterOf, type Unwritten } from '../../shared/skin.ts'
import { operation } from '../operation.ts'
import { GRANTS_A_PAGE, type GrantsQuery, grantList, grantsQuery, response } from './schema.ts'

const presentList = presenterOf(response, 'A')

/** Returns a page of grants as `response` describes it. */
export function toGrantList(ein: string, page: GrantPage): Unwritten<typeof response> {
  const { totals, asksForGrants } = page
  const of = (direction: GrantTotal['direction']) => {
    const own = totals.filter((total) => total.direction === direction)
    return own.length > 0 ? toTotal(own, asksForGrants) : undefined
  }
  return {
    ein,
    grants: page.grants.map(toRow),
    rowCount: sumOf(totals.map(({ rows }) => rows)),
    unresolvedCount: sumOf(totals.map(({ unresolved }) => unresolved)),
    totals: { incoming: of('Incoming'), outgoing: of('Outgoing') },
    nextCursor: page.nextCursor,
  }
}

/**
 * Grants have one total, if requested; each other category has its own, and uncounted rows are
 * separate.
 */
function toTotal(totals: readonly GrantTotal[], asksForGrants: boolean) {
  const { grants, other } = splitTotals(totals)
  const { rowCount: grantCount, totalAmount } = sumRows(grants)
  return {
    ...(asksForGrants && { grantCount, totalAmount, ...identifiedIn(grants) }),
    other: someOf(
      other.map(({ category, counted, apart }) => ({
        ...{ category, ...sumRows(counted), ...identifiedIn(counted) },
        notCounted: apart.length > 0 ? sumRows(apart) : undefined,
      })),
    ),
  }
}

function identifiedIn(totals: readonly GrantTotal[]) {
  const { identified: identifiedAmount, share: identifiedShare } = sumIdentified(totals)
  return { identifiedAmount, identifiedShare }
}

const toRow = ({ filedName, filedLocation, filedEin, evidence, ...grant }: Grant) => ({
  ...grant,
  recipient: { ...grant.recipient, filedName, filedLocation, filedEin },
  evidenceRef: evidence.ref,
  citation: evidence.citation,
})

export type GrantsDeps = ProfileDeps & {
  /** Overrides how many downloads may run and for how long. */
  downloadLimits?: Partial<DownloadLimits>
}

const table = streamed({
  type: 'string',
  description:
    'A header line and one line for each grant. An empty cell means that the value is unknown. In MatchConfidence, `None` is a value; in pandas, read the file with keep_default_na=False.',
})

export const grantsRoute =
  (deps: GrantsDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...DOWNLOAD_LIMITS, ...deps.downloadLimits }
    const openDownload = limitDownloads(deps, limits)
    const openTable = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { ein, filter }: { ein: string; filter: GrantFilter },
    ): Promise<Readable> => {
      if (request.method === 'HEAD') {
        // The headers need no rows; the organization only has to exist.
        await requireFiler(deps, ein)
        return Readable.from([])
      }
      const { batches, close } = await openDownload(ein, filter, askerOf(request))
      return await toLongAnswer(
        request,
        reply,
        { pieces: toCsvPieces(COLUMNS, batches), close },
        limits,
      )
    }
    app.get('/api/v2/charity/:ein/grants', {
      ...operation({
        operationId: 'listGrants',
        group: 'Network',
        summary: 'List all grants that an organization gave or received, from current returns',
        description: `Rows are sorted by tax year, newest first, and then by amount, largest first. In Totals, Other has the categories that are not grants. A client can run two downloads at once.`,
        terms: { access: 'keyed', costs: 'Data', slot: 'store' },
        examples: [
          {
            name: 'Json',
            summary: 'The newest grant',
            path: inPath(DEMO.brightwater),
            query: { Limit: 1 },
          },
          {
            name: 'Csv',
            summary: 'Large grants since tax year 2022, as CSV',
            path: inPath(DEMO.brightwater),
            query: { MinYear: 2022, MinAmount: 1_000_000, Format: 'csv' },
            type: 'text/csv',
          },
        ],
        request: { params: einParams, querystring: grantsQuery },
        response: {
          description: 'The response.',
          content: { 'application/json': { schema: grantList }, 'text/csv': { schema: table } },
        },
      }),
      // For a download. A page is one statement, which the store's timeout ends far sooner.
      handlerTimeout: limits.longestMs + GRACE_MS,
      handler: async (request, reply) => {
        const { ein } = request.params
        const { query } = request
        const filter = toFilter(ein, query)
        if (query.Format === 'csv') {
          const csv = await openTable(request, reply, { ein, filter })
          reply.header('Content-Disposition', `attachment; filename="grants-${ein}.csv"`)
          return reply.type('text/csv; charset=utf-8; header=present').send(csv)
        }
        const { Cursor: cursor, Limit: limit = GRANTS_A_PAGE } = query
        return presentList(toGrantList(ein, await readGrants(deps, ein, filter, { cursor, limit })))
      },
    })
  }

function toFilter(ein: string, query: GrantsQuery): GrantFilter {
  if (query.Counterparty === ein) {
    const msg = 'must be the EIN of another organization'
    throw new ApiError('InvalidParameters', {
      issues: [
        { loc: ['query', 'Counterparty'], msg, type: 'same_ein', input: query.Counterparty },
      ],
    })
  }
  return {
    direction: query.Direction,
    categories: query.Category,
    allCategories: query.AllCategories,
    minYear: query.MinYear,
    maxYear: query.MaxYear,
    minAmount: query.MinAmount,
    counterparty: query.Counterparty,
    match: query.Match,
  }
}

/** Columns of the table, in order; an EIN is a text of nine characters. */
const COLUMNS: readonly { name: string; read: (grant: Grant) => string | number | undefined }[] = [
  { name: 'Direction', read: ({ direction }) => direction },
  { name: 'TaxYear', read: ({ taxYear }) => taxYear },
  { name: 'FunderEIN', read: ({ funder }) => funder.ein },
  { name: 'FunderName', read: ({ funder }) => funder.name },
  { name: 'FunderLocation', read: ({ funder }) => funder.location },
  { name: 'RecipientEIN', read: ({ recipient }) => recipient.ein },
  { name: 'RecipientName', read: ({ recipient }) => recipient.name },
  { name: 'RecipientFiledName', read: ({ filedName }) => filedName },
  { name: 'RecipientFiledEIN', read: ({ filedEin }) => filedEin },
  { name: 'RecipientLocation', read: ({ recipient }) => recipient.location },
  {
    name: 'RecipientFiledLocation',
    read: ({ filedLocation }) => filedLocation,
  },
  { name: 'Region', read: ({ region }) => region },
  { name: 'Amount', read: ({ amount }) => amount },
  { name: 'Purpose', read: ({ purpose }) => purpose },
  { name: 'Category', read: ({ category }) => category },
  { name: 'NotCounted', read: ({ notCounted }) => notCounted },
  { name: 'Form', read: ({ form }) => form },
  { name: 'MatchMethod', read: ({ matchMethod }) => matchMethod },
  { name: 'MatchConfidence', read: ({ matchConfidence }) => matchConfidence },
  { name: 'EvidenceRef', read: ({ evidence }) => evidence.ref },
  { name: 'Citation', read: ({ evidence }) => evidence.citation },
]
