import type { ShownCheck } from '#src/organizations/filings/shown-checks.ts'
import type { Band } from '#src/rating/rating.ts'

const BAND_TONES: Readonly<Record<string, string>> = {
  Strong: 'good',
  Good: 'good',
  Mixed: 'caution',
  Weak: 'concern',
} satisfies Record<Band, string>

/** The tone of a chip that names a band of the rating; nothing flagged is green beside its flag. */
export function toneOfBand(band: string, isFlagged = false): string {
  const tone = BAND_TONES[band] ?? 'neutral'
  return isFlagged && tone === 'good' ? 'neutral' : tone
}

const SEVERITY_TONES: Record<ShownCheck['severity'], 'concern' | 'caution' | 'neutral'> = {
  Concern: 'concern',
  Caution: 'caution',
  Information: 'neutral',
}

/** The tone of a check as it came out. */
export function toneOfCheck({ status, severity }: Pick<ShownCheck, 'status' | 'severity'>): string {
  if (status === 'Passed') return 'good'
  return status === 'Failed' ? SEVERITY_TONES[severity] : 'neutral'
}

/** A check's result in words. */
export function wordsOfCheck({
  status,
  severity,
}: Pick<ShownCheck, 'status' | 'severity'>): string {
  if (status === 'Passed') return 'Passed'
  return status === 'Failed' ? `Failed: ${severity.toLowerCase()}` : 'For information'
}
