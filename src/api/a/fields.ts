import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { optional, required } from '../shared/schemas.ts'
import { presenterOf, skin } from '../shared/skin.ts'

const evidence = z
  .looseObject({
    ref: required.string(
      'Reference to the evidence. To get the evidence, send the Ref as EvidenceRef to a section.',
    ),
    collection: z
      .enum(['filings', 'registry', 'awards', 'subawards', 'restrictions', 'enrichment'])
      .optional(),
    form: z.enum(FORMS).optional(),
    taxYear: z.int().optional(),
    sourcePath: optional.string('XPath in the return, column in a table, or field of the website.'),
    sourceDocument: optional.string(
      'Document that contains the evidence, such as the object ID and archive of a return.',
    ),
    citation: optional.string('Citation for readers: form, tax year, part, and line.'),
    formula: optional.string('Formula for a derived figure.'),
    derivedFrom: optional.strings('Refs of the inputs of a derived figure.'),
  })
  .meta({ id: 'EvidenceRef' })
export const evidenceRef = skin(evidence, 'A')
export const presentEvidenceRef = presenterOf(evidence, 'A')

/** Names that differ from those in the domain, besides their case. */
export const BY_REF = {
  ref: 'EvidenceRef',
  refs: 'EvidenceRefs',
  band: 'Verdict',
  isPrior: 'IsPriorYear',
} as const

/** The requested EIN in responses whose contract has an integer. */
export const einNumber = required.int(
  'EIN as an integer without leading zeros. Lists of EINs accept it. In a path, pad it to nine digits.',
)

/** The cursor of the next page, in every response with pages. */
export const nextCursor = optional.string(
  'Send it as Cursor to get the next page. Absent on the last page.',
)

/** Describes the errors of cursors, in every operation with pages. */
export const CURSOR_ERRORS =
  'A cursor from another request returns 400 InvalidCursor. A cursor for data that has changed returns 400 StaleCursor.'

/** Counts of hits by value, for each facet. */
export const facetCounts = z
  .record(
    z.string(),
    z.array(z.looseObject({ value: z.string(), label: z.string(), count: z.int() })),
  )
  .optional()

/** Returns `nextCursor` of a list whose cursor is the number of a page. */
export const nextPage = ({ page, hasNextPage }: { page: number; hasNextPage: boolean }) =>
  hasNextPage ? String(page + 1) : undefined
