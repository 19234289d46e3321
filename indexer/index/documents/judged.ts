import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { toRef } from '#src/domain/evidence.ts'
import { deriveFigure, formatDerivedRef } from '#src/domain/facts/derived.ts'
import { HEADER_BLOCK } from '#src/domain/form.ts'
import type { OrganizationRow } from './organization-row.ts'

/** Returns the share of expenses spent on programs, by its form's formula; undefined if unknown. */
export function toProgramRatio(row: OrganizationRow): OrganizationDisplay['programRatio'] {
  const { ein, primaryForm: form, objectId, taxYear, periodEnd, facts } = row
  if (!form || !objectId || !facts || taxYear === null || periodEnd === null) return undefined
  const filing = { objectId, form, taxYear, taxPeriodBegin: null, taxPeriodEnd: periodEnd, facts }
  const figure = deriveFigure('programRatio', { filing })
  if (typeof figure?.value !== 'number') return undefined
  return {
    value: figure.value,
    taxYear,
    ref: formatDerivedRef({ ein, taxYear }, 'programRatio'),
    derivedFrom: figure.from.map(toRef),
  }
}

/** Returns the score and its band; undefined if it is not scored. */
export function toRating({
  ein,
  primaryForm: form,
  rating,
}: OrganizationRow): OrganizationDisplay['rating'] {
  if (rating === null || form === null) return undefined
  const { objectId, taxYear, taxPeriodEnd, ...shown } = rating
  return {
    ...shown,
    taxYear,
    ...(taxPeriodEnd !== null && { periodEnd: taxPeriodEnd }),
    ref: formatDerivedRef({ ein, taxYear }, 'rating'),
    filing: toRef({ form, taxYear, objectId, path: `/${HEADER_BLOCK}` }),
  }
}
