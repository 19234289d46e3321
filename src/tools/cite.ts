import { describeText } from '../domain/description.ts'
import { citeRef, type EvidenceRef } from '../organizations/evidence/evidence-ref.ts'
import type { FilingSummary, Organization } from '../organizations/organization.ts'
import { ApiError } from '../platform/errors.ts'

/** A figure or text, the organization it belongs to, and its evidence. */
export type Citation = {
  ein: string
  label: string
  /** As in the leaf: whole dollars, ratios as numbers, texts as filed. */
  value: number | string | boolean
  evidence: EvidenceRef
}

/** The filing an answer is based on. */
export type FilingShown = ReturnType<typeof toFilingShown>

type Said = { label: string; value: Citation['value']; ref: string }

/**
 * Returns a value with its evidence; undefined if a load has replaced the record that contained it.
 */
export function cite(
  organization: Organization,
  { label, value, ref }: Said,
): Citation | undefined {
  const evidence = citeRef(organization, ref)
  return evidence && { ein: organization.ein, label, value, evidence }
}

/** Cites the first sentences of a filed text, at most 300 characters. The words are untrusted. */
export function citeWords(
  organization: Organization,
  said: Said & { value: string },
): Citation | undefined {
  const value = describeText(said.value.trim())
  return value === undefined ? undefined : cite(organization, { ...said, value })
}

/** Returns the items that are not undefined. */
export const known = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item) => item !== undefined)

/** Returns the first citation of each Ref, in order. */
export const distinct = (citations: readonly Citation[]): Citation[] =>
  [...new Map(citations.toReversed().map((one) => [one.evidence.ref, one])).values()].toReversed()

/** Returns what an answer states about the filing it is based on. */
export const toFilingShown = (
  { ein, name }: Pick<Organization, 'ein' | 'name'>,
  filing: Pick<FilingSummary, 'form' | 'taxYear' | 'taxPeriodEnd' | 'isAmended' | 'isGroupReturn'>,
) => {
  const { form, taxYear, taxPeriodEnd, isAmended, isGroupReturn } = filing
  return { ein, name, form, taxYear, taxPeriodEnd, isAmended, isGroupReturn }
}

/** Returns undefined if the read fails with an ApiError of status 404. */
export async function unlessNotFound<Found>(read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
