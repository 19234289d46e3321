import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { askerOf } from '#src/access/client.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { EDGE_CATEGORIES, GRANT_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { GrantTotal } from '#src/network/direction.ts'
import {
  DOWNLOAD_LIMITS,
  type DownloadLimits,
  limitDownloads,
} from '#src/network/download-grants.ts'
import { type Grant, type GrantFilter, type GrantPage, readGrants } from '#src/network/grants.ts'
import { sumIdentified } from '#src/network/identified.ts'
import { requireFiler } from '#src/network/require-filer.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { toCsvPieces } from '../../shared/csv.ts'
import { GRACE_MS, toLongAnswer } from '../../shared/long-answer.ts'
import { einParams } from '../../shared/parameters.ts'
import { streamed } from '../../shared/schemas.ts'
import { CURSOR_ERRORS, toFields } from '../fields.ts'
import { presentFiled, presentParty } from '../money-network.ts'
import { operation } from '../operation.ts'
import {
  GRANTS_A_PAGE,
  type GrantList,
  type GrantsQuery,
  grantList,
  grantsQuery,
} from './schema.ts'

export function presentGrants(
  ein: string,
  { grants, totals, asksForGrants, nextCursor }: GrantPage,
): GrantList {
  const of = (direction: GrantTotal['direction']) => {
    const found = totals.filter((total) => total.direction === direction)
    return found.length > 0 && { [direction]: presentTotal(found, asksForGrants) }
  }
  return {
    EIN: ein,
    Grants: grants.map(presentGrant),
    RowCount: sumOf(totals.map(({ rows }) => rows)),
    UnresolvedCount: sumOf(totals.map(({ unresolved }) => unresolved)),
    Totals: { ...of('Incoming'), ...of('Outgoing') },
    NextCursor: nextCursor,
  }
}

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)
const OTHER = EDGE_CATEGORIES.filter((category) => !GRANTS.has(category))

/**
 * Grants have one total, if requested; each other category has its own, and uncounted rows are
 * separate.
 */
function presentTotal(
  found: readonly GrantTotal[],
  asksForGrants: boolean,
): GrantList['Totals']['Outgoing'] {
  const grants = found.filter(({ category }) => GRANTS.has(category))
  const Other = OTHER.flatMap((Category) => {
    const own = found.filter(({ category }) => category === Category)
    const apart = own.filter(({ isCounted }) => !isCounted)
    if (own.length === 0) return []
    const counted = own.filter(({ isCounted }) => isCounted)
    return {
      Category,
      ...rowsOf(counted),
      ...identifiedIn(counted),
      ...(apart.length > 0 && { NotCounted: rowsOf(apart) }),
    }
  })
  const { RowCount: GrantCount, ...amount } = rowsOf(grants)
  return {
    ...(asksForGrants && { GrantCount, ...amount, ...identifiedIn(grants) }),
    ...(Other.length > 0 && { Other }),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

function rowsOf(totals: readonly GrantTotal[]) {
  const filed = totals.flatMap(({ amount }) => amount ?? [])
  const sum = sumExactly(filed)
  return {
    RowCount: sumOf(totals.map(({ rows }) => rows)),
    ...(filed.length > 0 && sum !== undefined && { TotalAmount: sum }),
  }
}

function identifiedIn(totals: readonly GrantTotal[]) {
  const { identified, share } = sumIdentified(totals)
  return {
    ...(identified !== undefined && { IdentifiedAmount: identified }),
    ...(share !== undefined && { IdentifiedShare: share }),
  }
}

function presentGrant(grant: Grant): GrantList['Grants'][number] {
  const { funder, recipient, filedName, filedPlace, filedEin, evidence, ...own } = grant
  return {
    ...toFields(own),
    Funder: presentParty(funder),
    Recipient: {
      ...presentParty(recipient),
      ...presentFiled({ filedName, filedPlace }),
      FiledEIN: filedEin,
    },
    EvidenceRef: evidence.ref,
    Citation: evidence.citation,
  }
}

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
        description: `Rows are sorted by tax year, newest first, and then by amount, largest first. RowCount, UnresolvedCount, and Totals cover all pages. To see whether a filing's rows add up to its totals, get the filing's Checks section. Format=csv streams all matching rows as they were at one moment. A client can run two downloads at once, and all clients together can run three; further requests return 429 RateLimited. The service ends a download after four minutes without a read, or after half an hour. ${CURSOR_ERRORS}`,
        terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
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
        return presentGrants(ein, await readGrants(deps, ein, filter, { cursor, limit }))
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
  { name: 'FunderLocation', read: ({ funder }) => toLocation(funder.place) },
  { name: 'RecipientEIN', read: ({ recipient }) => recipient.ein },
  { name: 'RecipientName', read: ({ recipient }) => recipient.name },
  { name: 'RecipientFiledName', read: ({ filedName }) => filedName },
  { name: 'RecipientFiledEIN', read: ({ filedEin }) => filedEin },
  { name: 'RecipientLocation', read: ({ recipient }) => toLocation(recipient.place) },
  {
    name: 'RecipientFiledLocation',
    read: ({ filedPlace }) => filedPlace && toLocation(filedPlace),
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
