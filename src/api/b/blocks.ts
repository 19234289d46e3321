import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORMS, HEADER_BLOCK } from '#src/domain/form.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type BlockManifest,
  type RawBlock,
  readBlock,
  readBlockManifest,
} from '#src/organizations/filings/blocks.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import {
  einOf,
  einParams,
  integer,
  noQuery,
  objectId,
  oneOf,
  taxYear,
} from '../shared/parameters.ts'
import { evidenceRegistry, openRegistry, readable } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src } from './figure.ts'
import { answerTimed, operation } from './operation.ts'

const entry = z
  .strictObject({
    block: z.string().describe('Name of the part, as /block/{block} takes it.'),
    ordinal: z.int().min(1).describe('Counts parts of one name in a filing, from 1.'),
    bytes: z.int().min(0).describe('Size as JSON.'),
    rows: z.int().min(1).optional().describe('Rows of the tables in it; absent when none.'),
  })
  .meta({ id: 'BlockEntry' })

export const blocksData = z.strictObject({
  ...about,
  filings: z
    .array(z.strictObject({ ...filing.shape, blocks: z.array(entry), _src: src }))
    .describe(
      'All filings, newest first, superseded ones too; object_id opens blocks of any of them.',
    ),
  evidence: evidenceRegistry,
})
type BlocksData = z.output<typeof blocksData>

function presentBlocks({
  organization,
  manifest,
}: {
  organization: Organization
  manifest: BlockManifest
}): BlocksData {
  const newest = manifest.find((one) => one.filing.isCurrent)?.filing
  const registry = openRegistry(readable(newest?.objectId))
  const cite = (one: FilingSummary) => registry.cite(toRef({ ...one, path: `/${HEADER_BLOCK}` }))
  const standard = newest && cite(newest)
  const filings = manifest.map(({ filing: summary, blocks }) => {
    const source = cite(summary)
    return { ...presentFiling(summary), blocks, ...(source !== standard && { _src: source }) }
  })
  const evidence = {
    default: standard,
    sources: registry.sources,
  }
  return { ...presentAbout(organization), filings, evidence }
}

/** Longer than any element's name. */
const MAX_NAME = 80

const blockParams = z.strictObject({
  ein: einOf(),
  block: z
    .string()
    .max(MAX_NAME, { error: `must be at most ${MAX_NAME} characters` })
    .meta({
      examples: ['IRS990ScheduleB'],
      description:
        "A block of the manifest, such as IRS990ScheduleB; also ScheduleB, schB or B, which mean the primary form's where two forms have a schedule of that letter.",
    }),
})

const blockQuery = z.strictObject({
  object_id: objectId(
    'Filing to open, superseded or not; left out, the newest current one with the block. An extension.',
  ),
  year: taxYear('Tax year of the filing. An extension.'),
  form: oneOf(FORMS, 'Form of the filing. An extension.').optional(),
  ordinal: integer({
    min: 1,
    max: 1_000_000,
    fallback: 1,
    description: 'Which of several parts of one name, such as Schedule K. An extension.',
  }),
  page: integer({
    min: 1,
    max: 10_000_000,
    fallback: 1,
    description: 'Page of the long repeats, 100 items each. An extension.',
  }),
})

const truncated = z
  .strictObject({
    path: z.string().describe('XPath of the repeat.'),
    rows: z.int().min(0).describe('Items in all.'),
    page: z.int().min(1),
    pages: z.int().min(1),
  })
  .meta({ id: 'TruncatedRepeat' })

export const blockData = z.strictObject({
  ...about,
  filing,
  block: z.string(),
  ordinal: z.int().min(1),
  ordinals: z.int().min(1).describe('Parts of that name in the filing.'),
  ref: z.string().describe('The part; Refs of its elements begin with it.'),
  bytes: z.int().min(0).describe('Size as JSON, all repeats included.'),
  page: z.int().min(1),
  pages: z.int().min(1),
  truncated: z
    .array(truncated)
    .describe('Long repeats, of which content holds the 100 items of the page.'),
  content: z
    .record(z.string(), z.unknown())
    .describe('The part as filed: element names, repeats as arrays, attributes as @name.'),
  evidence: evidenceRegistry,
})
type BlockData = z.output<typeof blockData>

/** `page` is the requested page of the block's long repeats. */
function presentBlock(found: RawBlock, page: number): BlockData {
  const registry = openRegistry(readable(found.filing.objectId))
  const ref = toRef({ ...found.filing, path: found.path })
  const source = registry.cite(ref)
  return {
    ...presentAbout(found.organization),
    filing: presentFiling(found.filing),
    block: found.block,
    ordinal: found.ordinal,
    ordinals: found.ordinals,
    ref,
    bytes: found.bytes,
    page,
    pages: found.pages,
    truncated: found.truncated.map((one) => ({ ...one, page })),
    content: found.content,
    evidence: {
      default: source,
      sources: registry.sources,
    },
  }
}

export const blockRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/blocks', {
      ...operation({
        operationId: 'listBlocks',
        examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
        summary: 'Raw blocks of each filing',
        description:
          'Of all filings, superseded ones too. /block/{block} opens those of the newest current filing that has the block; with object_id those of any filing listed here.',
        request: { params: einParams, querystring: noQuery },
        data: blocksData,
        envelope: 'BlocksEnvelope',
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
      ...operation({
        operationId: 'readBlock',
        examples: example('Schedule B, whose contributors are withheld from the public', {
          path: { ...inPath(DEMO.turkanaWells), block: 'IRS990ScheduleB' },
        }),
        summary: 'One raw block of a filing',
        description:
          'The part of the return as filed, from the filing that object_id names, else from the newest current one that has it. Repeats of over 100 items that are stored apart come 100 at a time.',
        request: { params: blockParams, querystring: blockQuery },
        data: blockData,
        envelope: 'BlockEnvelope',
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
