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
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { toFields } from './fields.ts'
import { getOperation } from './operation.ts'

const loaded = z.strictObject({
  LastLoadedAt: z.iso
    .datetime()
    .optional()
    .describe('When a file from this source was last loaded.'),
  AsOf: optional.string('Month of the newest file, YYYY-MM.'),
  Files: optional.count('Number of loaded archives, single returns, and tables.'),
  Rows: optional.count('Number of rows or returns kept. A row in two files counts twice.'),
  RowsOfNewest: optional.count(
    'Number of rows from the files for the month in AsOf. Many sources publish all rows every month.',
  ),
  RejectedRows: optional.count('Number of rows or returns that could not be read.'),
  NewestReceived: z.iso.date().optional().describe('Date on which the newest return was received.'),
  NewestTaxPeriodEnd: z.iso.date().optional(),
  TaxYears: optionalObject({ First: z.int(), Last: z.int() }),
  Fictional: optional.enum(
    ['All', 'Some'],
    'Whether all or some of the data is fictional, as in the demo. Absent if none is known to be fictional.',
  ),
  Unfinished: optional.true('Present if a load is running or was interrupted.'),
})

const source = z.strictObject({
  Key: z.enum(SOURCE_KEYS),
  Title: z.string(),
  Publisher: z.string(),
  URL: z.url().optional().describe('URL where the publisher offers the data.'),
  Gives: required.string('Data that the service reads from this source.'),
  Lag: required.string('How late the data is published.'),
  Loaded: loaded.optional(),
  NotLoaded: optional.true(
    'Present if nothing has been loaded from this source, so its facts are unknown.',
  ),
})

export const sourceList = component('SourceList', {
  Release: optional.string('Newest release. Absent before the first release.'),
  ReleasedAt: z.iso.datetime().optional(),
  FilingLag: optional.object(
    'Time between the end of the tax period and the receipt of e-filed returns. Returns are published later than they are received.',
    {
      MedianMonths: required.int(
        'Median time from the end of the tax period to receipt by the IRS, in whole months.',
      ),
      Returns: z.int().min(1).describe('How many of the newest returns the median is based on.'),
    },
  ),
  Sources: z.array(source),
})
type SourceListAnswer = z.output<typeof sourceList>

export const sourcesRoute = getOperation(
  '/api/v2/sources',
  {
    operationId: 'listSources',
    group: 'Data',
    summary: 'List the data sources and what is loaded from each',
    description:
      'Returns every source that the service can read and what has been loaded from it. The response can be up to ten seconds old. Requests do not count against an allowance.',
    terms: { access: 'open', costs: 'nothing', slot: 'none' },
    examples: example('The loaded files of each source'),
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
