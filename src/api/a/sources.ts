import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readSourceList } from '#src/provenance/read-list.ts'
import {
  type Freshness,
  type LoadedSource,
  SOURCE_KEYS,
  type Source,
  type SourcesDeps,
} from '#src/provenance/source.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const count = (description: string) => z.int().min(0).optional().describe(description)

const loaded = z.strictObject({
  LastLoadedAt: z.iso.datetime().optional().describe('When a load last finished a file of it.'),
  AsOf: z.string().optional().describe('Newest month of its files, YYYY-MM.'),
  Files: count('Archives, single returns and tables that were loaded.'),
  Rows: count('Rows or returns read and kept; what came in two files counts in each.'),
  RowsOfNewest: count(
    'Those of the files of the month AsOf; registries and lists are published whole each month.',
  ),
  RejectedRows: count('Rows or returns that could not be read.'),
  NewestReceived: z.iso.date().optional().describe('Day the newest return was received.'),
  NewestTaxPeriodEnd: z.iso.date().optional(),
  TaxYears: z.strictObject({ First: z.int(), Last: z.int() }).optional(),
  Fictional: z
    .enum(['All', 'Some'])
    .optional()
    .describe(
      "All or some of it is made up, as the demo is: EINs have prefixes the IRS never assigned, or files the demo's names. Absent: none, as far as is known.",
    ),
  Unfinished: z.literal(true).optional().describe('A load of it goes on or was broken off.'),
})

const source = z.strictObject({
  Key: z.enum(SOURCE_KEYS),
  Title: z.string(),
  Publisher: z.string(),
  URL: z.url().optional().describe('Where the publisher offers it.'),
  Gives: z.string().describe('What the service takes from it.'),
  Lag: z.string().describe('How far it trails what happens.'),
  Loaded: loaded.optional(),
  NotLoaded: z
    .literal(true)
    .optional()
    .describe('Nothing of it is loaded: what it would tell is not known here.'),
})

export const sourceList = z
  .strictObject({
    Release: z
      .string()
      .optional()
      .describe('The newest release of the store; absent before the first.'),
    ReleasedAt: z.iso.datetime().optional(),
    FilingLag: z
      .strictObject({
        MedianMonths: z
          .int()
          .describe('Whole months from the end of the tax period to the day of receipt.'),
        Returns: z.int().min(1).describe('Of how many returns, those received last.'),
      })
      .optional()
      .describe('How late e-filed returns were received; publication comes later still.'),
    Sources: z.array(source),
  })
  .meta({ id: 'SourceList' })
export type SourceListAnswer = z.output<typeof sourceList>

export const sourcesRoutes =
  (deps: SourcesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/sources', {
      ...operation({
        operationId: 'listSources',
        group: 'Data',
        summary: 'What the service is made of, with what is loaded of each and when',
        description:
          "Counts are those of the loader's books: rows of files, not of the store, in which a row that came in two months' files stands once. FilingLag is of the returns received last. At most ten seconds old. Costs nothing.",
        terms: { access: 'open', costs: 'nothing', slot: 'none' },
        examples: example('The files the data comes from, with the last date of each'),
        request: { querystring: noQuery },
        response: sourceList,
      }),
      handler: async () => {
        const { sources, freshness } = await readSourceList(deps)
        return presentSources(sources, freshness)
      },
    })
  }

const presentSources = (
  sources: readonly Source[],
  { release, releasedAt, medianLagMonths, lagOf = 0 }: Freshness,
): SourceListAnswer => ({
  Release: release,
  ReleasedAt: releasedAt,
  FilingLag:
    medianLagMonths === undefined ? undefined : { MedianMonths: medianLagMonths, Returns: lagOf },
  Sources: sources.map(presentSource),
})

const presentSource = (source: Source): SourceListAnswer['Sources'][number] => ({
  Key: source.key,
  Title: source.title,
  Publisher: source.publisher,
  URL: source.url,
  Gives: source.gives,
  Lag: source.lag,
  ...(source.loaded ? { Loaded: presentLoaded(source.loaded) } : { NotLoaded: true as const }),
})

const presentLoaded = (loaded: LoadedSource) => ({
  LastLoadedAt: loaded.lastLoadedAt,
  AsOf: loaded.asOf,
  Files: loaded.files,
  Rows: loaded.rows,
  RowsOfNewest: loaded.newestRows,
  RejectedRows: loaded.rejected,
  NewestReceived: loaded.newestReceived,
  NewestTaxPeriodEnd: loaded.newestTaxPeriodEnd,
  TaxYears: loaded.taxYears && { First: loaded.taxYears.first, Last: loaded.taxYears.last },
  Fictional: loaded.fictional,
  Unfinished: loaded.isUnfinished,
})
