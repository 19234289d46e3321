import { describeText } from '../../domain/description.ts'
import { parseRef } from '../../domain/evidence.ts'
import {
  citeRef,
  type EvidenceRef,
  toRestrictionEvidence,
} from '../../profiles/evidence/evidence-ref.ts'
import type { FilingSummary, Organization } from '../../profiles/organization.ts'
import type { Citation } from '../chat.ts'
import type { FilingShown } from './figures.ts'

type Said = { label: string; value: Citation['value']; ref: string }

/** The evidence of a filed, registered or listed value; undefined for what is computed. */
export function evidenceOfRef(organization: Organization, ref: string): EvidenceRef | undefined {
  const found = parseRef(ref)
  if (found?.kind === 'sdn' || found?.kind === 'sam') return toRestrictionEvidence(found)
  return citeRef(organization, ref)
}

/** A value with its evidence; undefined where a load has replaced what held it. */
export function cite(
  organization: Organization,
  { label, value, ref }: Said,
): Citation | undefined {
  const evidence = evidenceOfRef(organization, ref)
  return evidence && { ein: organization.ein, label, value, evidence }
}

/** As `cite`, of a text: its first sentences, in 300 characters at most (untrusted words). */
export function citeWords(
  organization: Organization,
  said: { label: string; value: string; ref: string },
): Citation | undefined {
  const value = describeText(said.value.trim())
  return value === undefined ? undefined : cite(organization, { ...said, value })
}

/** Those that are known. */
export const known = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item) => item !== undefined)

/** Each Ref once, in order. */
export const distinct = (citations: readonly Citation[]): Citation[] =>
  [...new Map(citations.toReversed().map((one) => [one.evidence.ref, one])).values()].toReversed()

/** What an answer says of the filing it is made of. */
export const toFilingShown = (
  { ein, name }: Pick<Organization, 'ein' | 'name'>,
  filing: Pick<FilingSummary, 'form' | 'taxYear' | 'taxPeriodEnd' | 'isAmended' | 'isGroupReturn'>,
): FilingShown => {
  const { form, taxYear, taxPeriodEnd, isAmended, isGroupReturn } = filing
  return { ein, name, form, taxYear, taxPeriodEnd, isAmended, isGroupReturn }
}
