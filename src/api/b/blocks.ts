import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORM_BLOCK, FORMS, HEADER_BLOCK } from '#src/domain/form.ts'
import { readCoreRecord } from '#src/organizations/figures/named-figures.ts'
import { readBlock, readBlockManifest } from '#src/organizations/filings/blocks.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { integer, objectId, oneOf, pathEin, refused, taxYear } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { nameOf } from '../shared/skin.ts'
import { filing, primaryYear, yearsOf } from './fields.ts'
import { anyFigure, filedFigure, unitOf } from './figure.ts'
import { deepDive } from './operation.ts'

const entry = component('BlockEntry', {
  block: z.string(),
  ordinal: z.int().min(1),
  bytes: z.int().min(0),
  rows: z.int().min(1).optional(),
})

export const blocksRoute = deepDive('/api/v2/charity/:ein/blocks', {
  operationId: 'listBlocks',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'List the raw blocks of each filing',
  description: 'Includes superseded filings. To open a block, use /block/{block}.',
  envelope: 'BlocksEnvelope',
  about: {},
  data: {
    filings: z.array(
      component('FilingBlocks', { ...filing.shape, ref: z.string(), blocks: z.array(entry) }),
    ),
  },
  read: async (deps, { ein }) => {
    const { organization, manifest } = await readBlockManifest(deps, ein)
    const newest = manifest.find(({ filing }) => filing.isCurrent)?.filing
    return { organization, filing: newest, manifest }
  },
  present: ({ manifest }) => ({
    filings: manifest.map(({ filing, blocks }) => ({
      ...filing,
      // A postcard has one block and no header.
      ref: toRef({
        ...filing,
        path: `/${filing.form === '990N' ? FORM_BLOCK['990N'] : HEADER_BLOCK}`,
      }),
      blocks,
    })),
  }),
})

/** Longer than any element's name. */
const MAX_NAME = 80

const blockParams = z.strictObject({
  ein: pathEin(),
  block: z
    .string()
    .max(MAX_NAME, { error: `must be at most ${MAX_NAME} characters` })
    .meta({
      examples: ['IRS990ScheduleB'],
      description:
        'Name of a block, such as IRS990ScheduleB, ScheduleB, schB, or B. A short name selects a block of the primary form.',
    }),
})

const blockQuery = z.strictObject({
  object_id: objectId(
    'Object ID of the filing to open, superseded or not. Defaults to the newest current filing with the block.',
  ),
  year: taxYear('Tax year of the filing.'),
  form: oneOf(FORMS, 'Form of the filing.').optional(),
  ordinal: integer({
    max: 1_000_000,
    fallback: 1,
    description: 'Position of the block among blocks with the same name, starting at 1.',
  }),
  page: integer({
    max: 10_000_000,
    fallback: 1,
    description: 'Page of long lists. Each page has up to 100 items.',
  }),
})

const truncated = component('TruncatedRepeat', {
  path: z.string(),
  rows: z.int().min(0),
  page: z.int().min(1),
  pages: z.int().min(1),
})

export const blockRoute = deepDive('/api/v2/charity/:ein/block/:block', {
  operationId: 'readBlock',
  examples: example('Schedule B, with the contributors withheld from the public copy', {
    path: { ...inPath(DEMO.turkanaWells), block: 'IRS990ScheduleB' },
  }),
  summary: 'Get one raw block of a filing',
  description:
    'Returns one part of a return as filed. Splits lists of more than 100 items into pages.',
  params: blockParams,
  query: blockQuery,
  envelope: 'BlockEnvelope',
  data: {
    block: z.string(),
    ordinal: z.int().min(1),
    ordinals: z.int().min(1),
    ref: z.string(),
    bytes: z.int().min(0),
    page: z.int().min(1),
    pages: z.int().min(1),
    truncated: z
      .array(truncated)
      .describe('Lists of which content has only the items on the requested page.'),
    content: z.record(z.string(), z.unknown()),
  },
  read: (deps, { ein, block, query: { object_id: objectId, ...query } }) =>
    readBlock(deps, ein, { block, ...query, objectId }),
  present: ({ filing, path, truncated, ...block }, { query: { page } }) => ({
    ...block,
    ref: toRef({ ...filing, path }),
    page,
    truncated: truncated.map((list) => ({ ...list, page })),
  }),
})

const readAt = (url: string, operationId: string) =>
  deepDive(url, {
    operationId,
    examples: example('A past year', { path: inPath(DEMO.turkanaWells), query: { year: 2022 } }),
    summary: 'Get the core filing record for one year',
    query: z.strictObject({ year: primaryYear, validate: refused('is not supported; omit it') }),
    envelope: 'CoreRecordEnvelope',
    data: {
      years: z.array(z.int()),
      parts: z.array(
        z.strictObject({
          part: z.string(),
          facts: z.record(nameOf(z.string()), anyFigure),
        }),
      ),
    },
    read: (deps, { ein, query: { year } }) => readCoreRecord(deps, ein, year),
    present: ({ organization, filing, parts }) => ({
      years: yearsOf(organization, filing.form),
      parts: parts.map(({ part, facts }) => ({
        part,
        facts: Object.fromEntries(
          facts.map(({ key, kind, label, line, ...fact }) => [
            key,
            filedFigure(filing, fact, { label, ...unitOf(kind), line }),
          ]),
        ),
      })),
    }),
  })

export const coreRecordRoute = readAt('/charities/:ein', 'readCoreRecord')
export const coreRecordRoutes = [
  coreRecordRoute,
  readAt('/api/v2/charities/:ein', 'readCoreRecordV2'),
]
