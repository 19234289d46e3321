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
import { toFields } from './fields.ts'
import { getOperation } from './operation.ts'

const count = (description: string) => z.int().min(0).optional().describe(description)

const loaded = z.strictObject({
  LastLoadedAt: z.iso.datetime().optional().describe('When a load last finished one of its files.'),
  AsOf: z.string().optional().describe('Newest month of its files, YYYY-MM.'),
  Files: count('Loaded archives, single returns and tables.'),
  Rows: count('Rows or returns kept; one that came in two files counts twice.'),
  RowsOfNewest: count('Rows of the month AsOf; many sources publish everything each month.'),
  RejectedRows: count('Rows or returns that could not be read.'),
  NewestReceived: z.iso.date().optional().describe('Day the newest return was received.'),
  NewestTaxPeriodEnd: z.iso.date().optional(),
  TaxYears: z.strictObject({ First: z.int(), Last: z.int() }).optional(),
  Fictional: z
    .enum(['All', 'Some'])
    .optional()
    .describe('Whether all or some of it is fictional, as in the demo; absent if none is known.'),
  Unfinished: z.literal(true).optional().describe('A load is running or was interrupted.'),
})

const source = z.strictObject({
  Key: z.enum(SOURCE_KEYS),
  Title: z.string(),
  Publisher: z.string(),
  URL: z.url().optional().describe('Where the publisher offers it.'),
  Gives: z.string().describe('What the service reads from it.'),
  Lag: z.string().describe('How late it is.'),
  Loaded: loaded.optional(),
  NotLoaded: z
    .literal(true)
    .optional()
    .describe('Nothing is loaded, so its facts are unknown here.'),
})

export const sourceList = z
  .strictObject({
    Release: z.string().optional().describe('Newest release; absent before the first.'),
    ReleasedAt: z.iso.datetime().optional(),
    FilingLag: z
      .strictObject({
        MedianMonths: z.int().describe('Whole months from the end of the tax period to receipt.'),
        Returns: z.int().min(1).describe('How many returns it is the median of: the newest ones.'),
      })
      .optional()
      .describe('How late e-filed returns were received; publication comes later.'),
    Sources: z.array(source),
  })
  .meta({ id: 'SourceList' })
export type SourceListAnswer = z.output<typeof sourceList>

export const sourcesRoute = getOperation(
  '/api/v2/sources',
  {
    operationId: 'listSources',
    group: 'Data',
    summary: 'The sources of the data, and what is loaded from each',
    description:
      'Every source the service can read, with the state of its load. Figures count rows of files, so a row that came in the files of two months counts twice. At most ten seconds old. Costs nothing.',
    terms: { access: 'open', costs: 'nothing', slot: 'none' },
    examples: example('The files the data comes from, with the last date of each'),
    request: { querystring: noQuery },
    response: sourceList,
  },
  async (deps: SourcesDeps) => {
    const { sources, freshness } = await readSourceList(deps)
    return presentSources(sources, freshness)
  },
)

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

const presentSource = ({
  url,
  loaded,
  ...source
}: Source): SourceListAnswer['Sources'][number] => ({
  ...toFields(source),
  URL: url,
  ...(loaded ? { Loaded: presentLoaded(loaded) } : { NotLoaded: true as const }),
})

const presentLoaded = ({
  newestRows,
  rejected,
  taxYears,
  isUnfinished,
  ...loaded
}: LoadedSource) => ({
  ...toFields(loaded),
  RowsOfNewest: newestRows,
  RejectedRows: rejected,
  TaxYears: taxYears && toFields(taxYears),
  Unfinished: isUnfinished,
})
