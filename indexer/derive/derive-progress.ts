import { count, type Progress, showSteps } from '../step-progress.ts'
import type { DeriveProgress } from './run.ts'

/** Shows how deriving goes on. */
export function showDeriveProgress() {
  const { update, stop } = showSteps<Progress>({
    interrupted: 'Stopped; the same command goes on from here.',
    verb: () => 'Deriving',
    line: ({ done, total }, { rate, left }) =>
      `Derived ${count(done)} of ${count(total)} filings, ${rate}/s, ${left} left\n`,
  })
  return { update: (progress: DeriveProgress) => update({ step: 'derive', ...progress }), stop }
}
