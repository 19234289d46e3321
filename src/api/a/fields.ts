import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { EvidenceRef as Evidence } from '#src/organizations/evidence/evidence-ref.ts'
import type { FacetBucket, FacetCounts } from '#src/search/facets.ts'
import { renameKeys } from '../shared/rename-keys.ts'
import { optional, required } from '../shared/schemas.ts'
import { notReadable as unreadable } from '../shared/sections.ts'
import { skin, toUpperCamelCase } from '../shared/skin.ts'

export const evidenceRef = z
  .looseObject({
    Ref: required.string(
      'Reference to the evidence. To get the evidence, send the Ref as EvidenceRef to a section.',
    ),
    Collection: z
      .enum(['filings', 'registry', 'awards', 'subawards', 'restrictions', 'enrichment'])
      .optional(),
    Form: z.enum(FORMS).optional(),
    TaxYear: z.int().optional(),
    SourcePath: optional.string('XPath in the return, column in a table, or field of the website.'),
    SourceDocument: optional.string(
      'Document that contains the evidence, such as the object ID and archive of a return.',
    ),
    Citation: optional.string('Citation for readers: form, tax year, part, and line.'),
    Formula: optional.string('Formula for a derived figure.'),
    DerivedFrom: optional.strings('Refs of the inputs of a derived figure.'),
  })
  .meta({ id: 'EvidenceRef' })
type EvidenceRef = z.output<typeof evidenceRef>

export const presentEvidenceRef = (evidence: Evidence): EvidenceRef => toFields(evidence)

/** Names that differ from those in the domain, besides their case. */
export const BY_REF = { ref: 'EvidenceRef', refs: 'EvidenceRefs', band: 'Verdict' } as const

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
    z.array(z.looseObject({ Value: z.string(), Label: z.string(), Count: z.int() })),
  )
  .optional()

export const presentFacets = <Key extends string>(facets: FacetCounts<Key>) =>
  Object.fromEntries(
    Object.entries<FacetBucket[]>(facets).map(([key, buckets]) => [
      key,
      buckets.map((one) => toFields(one)),
    ]),
  ) as Record<Key, Fields<FacetBucket>[]>

/** Lines whose filed text is not an amount. */
export const notReadable = skin(unreadable, 'A', BY_REF)

/** Returns the list of Refs by field; no field if the list is empty. */
export function presentNotReadable(refs: Readonly<Record<string, string | undefined>>) {
  const found = Object.entries(refs).flatMap(([figure, ref]) =>
    ref === undefined ? [] : [{ Figure: figure, EvidenceRef: ref }],
  )
  return found.length > 0 && { NotReadable: found }
}

/** Returns `CashGrant` for `cashGrant`. */
export const fieldName = toUpperCamelCase

type Fields<Given> = {
  [Key in keyof Given as Capitalize<Key & string>]: Exclude<Given[Key], null>
}

/**
 * Returns the object, or these keys of it, with UpperCamelCase names, without nulls; nested objects
 * stay unchanged.
 */
export const toFields = <Given extends object, Key extends keyof Given & string>(
  given: Given,
  ...keys: Key[]
) => renameKeys(given, keys, fieldName) as Fields<Pick<Given, Key>>
