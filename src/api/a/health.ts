import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import { readIndexState } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { probe } from '../shared/probe.ts'
import { getOperation } from './operation.ts'

export const health = z
  .strictObject({
    Status: z.literal('Healthy'),
    SchemaVersion: z.literal(2),
    CompiledAt: z.iso.datetime().optional().describe('When the data in the index was released.'),
    Documents: z.int().min(0).describe('Number of organizations in the index.'),
  })
  .meta({ id: 'Health' })

export const healthRoute = getOperation(
  '/api/v2/health',
  {
    operationId: 'getHealth',
    group: 'Operators',
    summary: 'Check whether searches work and when the data was released',
    terms: { access: 'open', costs: 'nothing', slot: 'none' },
    examples: example('A healthy service'),
    request: { querystring: noQuery },
    response: health,
  },
  async ({ opensearch, indexPrefix }: SearchDeps) => {
    const state = readIndexState(opensearch, indexPrefix)
    const { release, documents } = await probe(state, 'SearchUnavailable')
    return {
      Status: 'Healthy' as const,
      SchemaVersion: 2 as const,
      CompiledAt: releaseTime(release),
      Documents: documents,
    }
  },
)
