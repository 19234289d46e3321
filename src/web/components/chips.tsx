import type { ComponentChildren } from 'preact'
import type { ShownCheck } from '#src/organizations/filings/shown-checks.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { Band } from '#src/rating/rating.ts'
import { TextList } from './text.tsx'

type Tone = 'good' | 'caution' | 'concern' | 'neutral'

/** A word in a colored frame. */
export const Chip = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`chip tone-${tone}`}>{children}</span>
)

const BAND_TONES: Readonly<Record<string, Tone>> = {
  Strong: 'good',
  Good: 'good',
  Mixed: 'caution',
  Weak: 'concern',
} satisfies Record<Band, Tone>

/**
 * Returns the tone of a band of the rating. Form 990-EZ cannot reach every point, so its band is
 * neutral, as is a score without a band. Nothing next to a flag is green.
 */
export function toneOfBand(
  band: string | undefined,
  form: string | undefined,
  isFlagged = false,
): Tone {
  const tone = form === '990EZ' ? 'neutral' : (BAND_TONES[band ?? ''] ?? 'neutral')
  return isFlagged && tone === 'good' ? 'neutral' : tone
}

const SEVERITY_TONES: Record<ShownCheck['severity'], Tone> = {
  Concern: 'concern',
  Caution: 'caution',
  Information: 'neutral',
}

/** The result of a cross-check that did not pass. */
export const CheckChip = ({ check: { status, severity } }: { check: ShownCheck }) =>
  status === 'Failed' ? (
    <Chip tone={SEVERITY_TONES[severity]}>Failed: {severity.toLowerCase()}</Chip>
  ) : (
    <Chip tone="neutral">For information</Chip>
  )

/** Returns the tone for the capitalized name that domain functions use. */
export const toTone = (tone: Capitalize<Tone>): Tone => tone.toLowerCase() as Tone

type Judged = Pick<Readiness, 'tone' | 'label' | 'onlyReason' | 'reviewReasons'>
type ReadinessProps = { name: string; readiness: Judged }

/**
 * Returns the label of a readiness. Missing data and an old return are no warnings; "Clear" could
 * mean approval.
 */
export function readinessLabel({ label, onlyReason }: Judged): string {
  if (onlyReason === 'Unknown') return 'Not fully checked'
  return label === 'Clear' || onlyReason === 'Age' ? 'Nothing found' : label
}

/** The label of a readiness. */
export const ReadinessChip = ({ readiness }: Pick<ReadinessProps, 'readiness'>) => (
  <Chip tone={toTone(readiness.tone)}>{readinessLabel(readiness)}</Chip>
)

/** The result of an organization's diligence checks; a click shows the reasons. */
export const ReadinessShown = ({ name, readiness }: ReadinessProps) => (
  <>
    <ReadinessChip readiness={readiness} />
    {readiness.reviewReasons.length > 0 && (
      <details>
        <summary>
          Why<span class="hidden"> {name} has this result</span>
        </summary>
        <TextList texts={readiness.reviewReasons} />
      </details>
    )}
  </>
)

type FiltersProps = {
  name?: string
  chips: readonly { label: string; href: string | undefined }[]
}

/** What a search asks for: links to the search without each; without an address, only its label. */
export const ActiveFilters = ({ name = 'Active filters', chips }: FiltersProps) =>
  chips.length === 0 ? null : (
    <ul class="chips" aria-label={name}>
      {chips.map(({ label, href }) => (
        <li key={label}>
          {href ? (
            <a class="chip removable" href={href} rel="nofollow">
              {label} <span aria-hidden="true">×</span>
              <span class="hidden"> (remove)</span>
            </a>
          ) : (
            <span class="chip">{label}</span>
          )}
        </li>
      ))}
    </ul>
  )
