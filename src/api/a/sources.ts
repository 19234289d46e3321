import { z } from 'zod'
import { readSourceList } from '#src/provenance/read-sources.ts'
import {
  type Freshness,
  SOURCE_KEYS,
  type Source,
  type SourcesDeps,
} from '#src/provenance/source.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { readOperation } from './operation.ts'

const loaded = z.strictObject({
  lastLoadedAt: z.iso
    .datetime()
    .optional()
    .describe('When a file from this source was last loaded.'),
  asOf: optional.string('Month of the newest file, YYYY-MM.'),
  files: optional.count('Number of loaded archives, single returns, and tables.'),
  rows: optional.count('Number of rows or returns kept. A row in two files counts twice.'),
  rowsOfNewest: optional.count(
    'Number of rows from the files for the month in AsOf. Many sources publish all rows every month.',
  ),
  rejectedRows: optional.count('Number of rows or returns that could not be read.'),
  newestReceived: z.iso.date().optional().describe('Date on which the newest return was received.'),
  newestTaxPeriodEnd: z.iso.date().optional(),
  taxYears: optionalObject({ first: z.int(), last: z.int() }),
  fictional: optional.enum(
    ['All', 'Some'],
    'Whether all or some of the data is fictional, as in the demo. Absent if none is known to be fictional.',
  ),
  isUnfinished: optional.true('Present if a load is running or was interrupted.'),
})

const source = z.strictObject({
  key: z.enum(SOURCE_KEYS),
  title: z.string(),
  publisher: z.string(),
  url: z.url().optional().describe('URL where the publisher offers the data.'),
  gives: required.string('Data that the service reads from this source.'),
  lag: required.string('How late the data is published.'),
  loaded: loaded.optional(),
  notLoaded: optional.true(
    'Present if nothing has been loaded from this source, so its facts are unknown.',
  ),
})

const list = component('SourceList', {
  release: optional.string('Newest release. Absent before the first release.'),
  releasedAt: z.iso.datetime().optional(),
  filingLag: optional.object(
    'Time between the end of the tax period and the receipt of e-filed returns. Returns are published later than they are received.',
    {
      medianMonths: required.int(
        'Median time from the end of the tax period to receipt by the IRS, in whole months.',
      ),
      returns: z.int().min(1).describe('How many of the newest returns the median is based on.'),
    },
  ),
  sources: z.array(source),
})
export const sourceList = skin(list, 'A')

export const sourcesRoute = readOperation(
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
    response: list,
  },
  async (deps: SourcesDeps) => {
    const { sources, freshness } = await readSourceList(deps)
    return toList(sources, freshness)
  },
)

const toList = (
  sources: readonly Source[],
  { medianLagMonths, lagOf = 0, ...freshness }: Freshness,
) => ({
  ...freshness,
  filingLag:
    medianLagMonths === undefined ? undefined : { medianMonths: medianLagMonths, returns: lagOf },
  sources: sources.map(({ loaded, ...source }) => ({
    ...source,
    loaded: loaded && {
      ...loaded,
      rowsOfNewest: loaded.newestRows,
      rejectedRows: loaded.rejected,
    },
    notLoaded: loaded ? undefined : (true as const),
  })),
})
