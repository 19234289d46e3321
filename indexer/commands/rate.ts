import { formatDay } from '#src/domain/days.ts'
import { countOf } from '#src/domain/money.ts'
import { releaseTime } from '#src/domain/release.ts'
import { readConfig } from '#src/platform/config.ts'
import { toDuration } from '#src/platform/engines/durations.ts'
import { BANDS, POLICY_VERSION } from '#src/rating/rating.ts'
import type { CohortReason, CohortStatus } from '../rate/cohort.ts'
import { type RateProgress, type RateResult, rateOrganizations } from '../rate/run.ts'
import { count, showSteps } from './progress.ts'
import { withStore } from './servers.ts'

/**
 * `npm run rate [-- --json] [--new-cohort]`: rates the organizations that changed, or all of them if
 * the cohort is new. Returns whether that made a release.
 */
export async function runRate(given: { json?: boolean; newCohort?: boolean }): Promise<boolean> {
  const started = performance.now()
  const result = await withStore(readConfig(), async ({ db }) => {
    const progress = showRateProgress()
    const options = { onProgress: progress.update, isNewCohort: given.newCohort ?? false }
    return await rateOrganizations(db, options).finally(progress.stop)
  })
  const seconds = (performance.now() - started) / 1_000
  const summary = { policyVersion: POLICY_VERSION, ...result, seconds }
  console.log(given.json ? JSON.stringify(summary, null, 2) : describeRating(result, seconds))
  return result.release !== undefined
}

const VERBS = { read: 'Reading', score: 'Scoring' }

const showRateProgress = () =>
  showSteps<RateProgress>({
    interrupted: 'Stopped. The ratings did not change. Run the same command to continue.',
    line: ({ step, done, total }) =>
      // A single statement, so its progress is unknown.
      step === 'cohort'
        ? `Making a cohort of ${countOf(total, 'return')}.`
        : `${VERBS[step]}: ${count(done)} of ${count(total)} organizations`,
  })

const line = (label: string, value: number): string =>
  `  ${label.padEnd(17)}${count(value).padStart(11)}`

const REASONS: Record<CohortReason, string> = {
  none: 'the first cohort',
  policy: `a new cohort for ${POLICY_VERSION}`,
  asked: 'a new cohort, as requested',
  doubled: 'a new cohort, because the returns have doubled',
}

/** Describes a cohort, with its date and size. */
export const describeCohort = ({ release, returns }: CohortStatus): string =>
  `cohort of ${formatDay(releaseTime(release) ?? release)} (${countOf(returns, 'return')})`

function describeCohortUsed({ cohort }: RateResult): string[] {
  if (!cohort) return []
  const { reason, returns } = cohort
  return reason === undefined
    ? [`Ranked against the ${describeCohort(cohort)}.`]
    : [`Made ${REASONS[reason]}: ${countOf(returns, 'return')}.`]
}

/** Describes a run in lines of at most 80 columns. */
export function describeRating(result: RateResult, seconds: number): string {
  const { read, scored, notEnoughData, bands, changed, removed, release } = result
  const rated = countOf(scored + notEnoughData, 'organization')
  const took = toDuration(seconds)
  return [
    `Rated ${rated} with ${POLICY_VERSION} in ${took}; ${count(read)} had new data.`,
    ...BANDS.map((band) => line(band, bands[band])),
    line('Not enough data', notEnoughData),
    ...describeCohortUsed(result),
    `Changed ${count(changed)}, removed ${count(removed)}.`,
    release === undefined ? 'No rating changed.' : `Release ${release}.`,
  ].join('\n')
}
