import type { Form } from '#src/domain/form.ts'
import type { Band } from '#src/rating/rating.ts'
import type { Filing, Organization } from '../organization.ts'
import { verdictOn } from '../page/rating-view.ts'
import type { SectionStatus } from './section.ts'

/** Parts of each rated form that metrics are read from. */
export const RATED_ON = {
  '990': {
    sourceTags: ['Part I', 'Part IV', 'Part VI', 'Part VIII', 'Part IX', 'Part X', 'Part XII'],
  },
  '990EZ': { sourceTags: ['Part I', 'Part II', 'Part III', 'Part IV', 'Part V'] },
} as const satisfies Partial<Record<Form, { sourceTags: readonly string[] }>>

const TONES: Record<Band, SectionStatus['tone']> = {
  Strong: 'Good',
  Good: 'Good',
  Mixed: 'Caution',
  Weak: 'Concern',
}

/** What a page says of a rating: the first sentence of its bottom line. */
export const describeRating = (organization: Organization, filing: Filing): string =>
  /^.*?\.(?= |$)/.exec(verdictOn(organization, filing).bottomLine)?.[0] ?? ''

/** The band and its tone. That too little is known for a rating speaks against nobody. */
export function judgeRating(organization: Organization, filing: Filing): SectionStatus {
  const { score, band } = verdictOn(organization, filing)
  if (score === undefined || band === undefined) {
    return { label: 'Not enough data', tone: 'Neutral' }
  }
  return { label: band, tone: TONES[band], score }
}
