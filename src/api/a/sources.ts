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
import { component, optionalObject } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { readOperation } from './operation.ts'

const loaded = z.strictObject({
  lastLoadedAt: z.iso.datetime().optional(),
  asOf: z.string().optional(),
  files: z.int().min(0).optional(),
  rows: z.int().min(0).optional(),
  rowsOfNewest: z.int().min(0).optional(),
  rejectedRows: z.int().min(0).optional(),
  newestReceived: z.iso.date().optional(),
  newestTaxPeriodEnd: z.iso.date().optional(),
  taxYears: optionalObject({ first: z.int(), last: z.int() }),
  fictional: z.enum(['All', 'Some']).optional(),
  isUnfinished: z.literal(true).optional(),
})

const source = z.strictObject({
  key: z.enum(SOURCE_KEYS),
  title: z.string(),
  publisher: z.string(),
  url: z.url().optional(),
  gives: z.string(),
  lag: z.string(),
  loaded: loaded.optional(),
  notLoaded: z.literal(true).optional(),
})

const list = component('SourceList', {
  release: z.string().optional(),
  releasedAt: z.iso.datetime().optional(),
  filingLag: z
    .strictObject({
      medianMonths: z.int(),
      returns: z.int().min(1),
    })
    .optional(),
  sources: z.array(source),
})
export const sourceList = skin(list, 'A')

export const sourcesRoute = readOperation(
  '/api/v2/sources',
  {
    operationId: 'listSources',
    group: 'Data',
    summary: 'List the data sources and what is loaded from each',
    description: 'Requests do not count against an allowance.',
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
