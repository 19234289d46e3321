import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES } from '#src/domain/network.ts'
import { presenterOf, skin } from '../shared/skin.ts'

const evidence = z
  .looseObject({
    ref: z.string(),
    collection: z
      .enum(['filings', 'registry', 'awards', 'subawards', 'restrictions', 'enrichment'])
      .optional(),
    form: z.enum(FORMS).optional(),
    taxYear: z.int().optional(),
    sourcePath: z.string().optional(),
    sourceDocument: z.string().optional(),
    citation: z.string().optional(),
    formula: z.string().optional(),
    derivedFrom: z.array(z.string()).optional(),
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
export const einNumber = z.int()

export const edgeCategory = z.enum(EDGE_CATEGORIES).meta({ id: 'EdgeCategory' })

/** The cursor of the next page, in every response with pages. */
export const nextCursor = z.string().optional()

/** Counts of hits by value, for each facet. */
export const facetCounts = z
  .record(
    z.string(),
    z.array(
      z
        .looseObject({ value: z.string(), label: z.string(), count: z.int() })
        .meta({ id: 'FacetCount' }),
    ),
  )
  .optional()

/** Returns `nextCursor` of a list whose cursor is the number of a page. */
export const nextPage = ({ page, hasNextPage }: { page: number; hasNextPage: boolean }) =>
  hasNextPage ? String(page + 1) : undefined
