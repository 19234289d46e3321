import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readBlockManifest } from '../../profiles/blocks.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readBlock } from '../../profiles/read-block.ts'
import {
  blockData,
  blockParams,
  blockQuery,
  blocksData,
  presentBlock,
  presentBlocks,
} from './blocks-schema.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'

/** `GET /api/v2/charity/{ein}/blocks` and `/block/{block}`. */
export const blockRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/blocks', {
      ...deepDive({
        operationId: 'listBlocks',
        summary: 'Raw blocks of each filing',
        description:
          'Of all filings, superseded ones too. /block/{block} opens those of the newest current filing that has the block; with object_id those of any filing listed here.',
        params: einParams,
        querystring: noQuery,
        data: blocksData,
        answer: 'BlocksEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readBlockManifest(timed, request.params.ein),
          presentBlocks,
        ),
    })
    app.get('/api/v2/charity/:ein/block/:block', {
      ...deepDive({
        operationId: 'readBlock',
        summary: 'One raw block of a filing',
        description:
          'The part of the return as filed, from the filing that object_id names, else from the newest current one that has it. Repeats of over 100 items that are stored apart come 100 at a time.',
        params: blockParams,
        querystring: blockQuery,
        data: blockData,
        answer: 'BlockEnvelope',
      }),
      handler: async (request) => {
        const { ein, block } = request.params
        const { object_id: objectId, ...rest } = request.query
        return await answerTimed(
          deps,
          request,
          (timed) => readBlock(timed, ein, { block, ...rest, objectId }),
          (found) => presentBlock(found, request.query.page),
        )
      },
    })
  }
