import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORMS, HEADER_BLOCK } from '#src/domain/form.ts'
import {
  type CoreFact,
  type CoreRecord,
  readCoreRecord,
} from '#src/organizations/figures/core-record.ts'
import {
  type BlockManifest,
  type RawBlock,
  readBlock,
  readBlockManifest,
} from '#src/organizations/filings/blocks.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { integer, objectId, oneOf, pathEin, refused, taxYear } from '../shared/parameters.ts'
import { component, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry, openRegistry, readable } from './evidence.ts'
import { about, filing, presentAbout, presentFiling, primaryYear } from './fields.ts'
import { anyFigure, type FilingPlace, filedFigure, src, toSnakeCase, unitOf } from './figure.ts'
import { deepDive } from './operation.ts'

const entry = component('BlockEntry', {
  block: required.string('Name of the block. Send it to /block/{block}.'),
  ordinal: z
    .int()
    .min(1)
    .describe('Position of the block among blocks with the same name, starting at 1.'),
  bytes: required.count('Size of the block as JSON, in bytes.'),
  rows: z
    .int()
    .min(1)
    .optional()
    .describe('Number of table rows. Absent if the block has no tables.'),
})

export const blocksData = z.strictObject({
  ...about,
  filings: required.objects(
    'All filings, including superseded ones, newest first. To open a block, send the object_id of its filing to /block/{block}.',
    { ...filing.shape, blocks: z.array(entry), _src: src },
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
  const evidence = { default: standard, sources: registry.sources }
  return { ...presentAbout(organization), filings, evidence }
}

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
        'Name of a block, such as IRS990ScheduleB. Also accepts ScheduleB, schB, or B. If several forms have a matching block, a short name selects the block of the primary form.',
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
  path: required.string('XPath of the list.'),
  rows: required.count('Total number of items in the list.'),
  page: z.int().min(1),
  pages: z.int().min(1),
})

export const blockData = z.strictObject({
  ...about,
  filing,
  block: z.string(),
  ordinal: z.int().min(1),
  ordinals: z.int().min(1).describe('Number of blocks with that name in the filing.'),
  ref: required.string('Ref of the block. The Refs of its elements start with this Ref.'),
  bytes: required.count('Size of the block as JSON with all list items, in bytes.'),
  page: z.int().min(1),
  pages: z.int().min(1),
  truncated: required.array(
    truncated,
    'Lists of more than 100 items. For these lists, content includes only the items on the requested page.',
  ),
  content: z
    .record(z.string(), z.unknown())
    .describe(
      'The block as filed, with its original element names. Repeated elements are arrays, and attributes have the form @name.',
    ),
  evidence: evidenceRegistry,
})
type BlockData = z.output<typeof blockData>

/** `page` is the requested page of the block's long repeats. */
function presentBlock(found: RawBlock, page: number): BlockData {
  const { organization, filing, path, truncated, ...block } = found
  const registry = openRegistry(readable(filing.objectId))
  const ref = toRef({ ...filing, path })
  const source = registry.cite(ref)
  return {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    ...block,
    ref,
    page,
    truncated: truncated.map((one) => ({ ...one, page })),
    evidence: { default: source, sources: registry.sources },
  }
}

export const blocksRoute = deepDive('/api/v2/charity/:ein/blocks', {
  operationId: 'listBlocks',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'List the raw blocks of each filing',
  description:
    'Covers all filings, including superseded ones. To open one block, use /block/{block}.',
  data: blocksData,
  envelope: 'BlocksEnvelope',
  read: (deps, { ein }) => readBlockManifest(deps, ein),
  present: presentBlocks,
})

export const blockRoute = deepDive('/api/v2/charity/:ein/block/:block', {
  operationId: 'readBlock',
  examples: example('Schedule B, with the contributors withheld from the public copy', {
    path: { ...inPath(DEMO.turkanaWells), block: 'IRS990ScheduleB' },
  }),
  summary: 'Get one raw block of a filing',
  description:
    'Returns one part of a return as filed, from the filing in object_id or, by default, from the newest current filing that has the block. Splits lists of more than 100 items into pages.',
  params: blockParams,
  query: blockQuery,
  data: blockData,
  envelope: 'BlockEnvelope',
  read: (deps, { ein, block, query: { object_id: objectId, ...query } }) =>
    readBlock(deps, ein, { block, ...query, objectId }),
  present: (found, { query: { page } }) => presentBlock(found, page),
})

const query = z.strictObject({
  year: primaryYear,
  validate: refused('is not supported; omit it'),
})

export const coreData = z.strictObject({
  ...about,
  filing,
  years: required.array(z.int(), 'Tax years of the primary form, latest first.'),
  parts: required.objects('Filed facts, by part of the form.', {
    part: z.string(),
    facts: z.record(z.string(), anyFigure),
    _src: src,
  }),
  evidence: evidenceRegistry,
})

const readAt = (url: string, operationId: string) =>
  deepDive(url, {
    operationId,
    examples: example('A past year', { path: inPath(DEMO.turkanaWells), query: { year: 2022 } }),
    summary: 'Get the core filing record for one year',
    query,
    data: coreData,
    envelope: 'CoreRecordEnvelope',
    read: (deps, { ein, query: { year } }) => readCoreRecord(deps, ein, year),
    present: presentCoreRecord,
  })

export const coreRecordRoutes = [
  readAt('/charities/:ein', 'readCoreRecord'),
  readAt('/api/v2/charities/:ein', 'readCoreRecordV2'),
]

function presentCoreRecord(record: CoreRecord): z.output<typeof coreData> {
  const { organization, filing: read } = record
  const years = organization.filings.filter(
    ({ form, isCurrent }) => isCurrent && form === read.form,
  )
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(read),
    years: [...new Set(years.map(({ taxYear: year }) => year))],
    parts: record.parts.map(({ part, facts }) => ({
      part,
      facts: Object.fromEntries(
        facts.map((fact) => [toSnakeCase(fact.key), presentFact(read, fact)]),
      ),
    })),
  }
  return attribute(data, read)
}

const presentFact = (place: FilingPlace, { kind, label, line, ...fact }: CoreFact) =>
  filedFigure(place, fact, { label, ...unitOf(kind), line })
