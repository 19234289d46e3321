import type { Filing, Organization } from '../organization.ts'
import { outlineRating } from './rating-view.ts'
import type { Sentence } from './summary-sentences.ts'

/** What the rating says, or why there is none, with the score it says it of. */
export function describeRating(organization: Organization, filing: Filing): Sentence[] {
  const { verdict, evidence } = outlineRating(organization, filing)
  const { score, bottomLine: text } = verdict
  if (score === undefined || !evidence) return [{ topic: 'rating', text, figures: [] }]
  const { ref, formula, derivedFrom } = evidence
  const cited = { ref, ...(formula && { formula }), ...(derivedFrom && { derivedFrom }) }
  return [{ topic: 'rating', text, figures: [{ label: 'Rating', value: score, ...cited }] }]
}
