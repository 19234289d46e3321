import { ApiError } from '#src/platform/errors.ts'
import { toRatingView } from '../page/rating-view.ts'
import { requireVersionIn } from '../store/filing-version.ts'
import { readYears } from '../store/read-filing.ts'
import type { Reader } from './reader.ts'

/**
 * The rating with every input. Years of the form are read for the evidence of what grew. Throws
 * ApiError StoreUnavailable where the two reads saw the filing in different versions.
 */
export const readRatingSection: Reader = async ({ postgres }, { organization, filing }) => {
  const years = await readYears(postgres, organization.ein, filing.form)
  if (filing.isCurrent) requireVersionIn(filing, years)
  const rating = toRatingView(organization, filing, years)
  if (!rating) throw new ApiError('SectionNotFound')
  const cited = [rating.evidence, ...rating.metrics.map(({ evidence }) => evidence)]
  return {
    data: { kind: 'rating', rating },
    evidence: cited.filter((one) => one !== undefined),
  }
}
