import { count, showSteps } from '../step-progress.ts'
import type { RateProgress } from './run.ts'

const VERBS: Record<RateProgress['step'], string> = {
  read: 'Reading',
  rank: 'Ranking',
  score: 'Scoring',
}

/** Shows how rating goes on. */
export const showRateProgress = () =>
  showSteps<RateProgress>({
    interrupted: 'Stopped; the ratings stand as they were, and the same command goes on from here.',
    verb: ({ step }) => VERBS[step],
    line: ({ step, done, total }, { rate, left }) =>
      `${VERBS[step]}: ${count(done)} of ${count(total)} organizations, ${rate}/s, ${left} left\n`,
    // Ranking is one question to the store, which does not say how far it is.
    instead: ({ step, total }) =>
      step === 'rank' ? `Ranking ${count(total)} organizations among their peers.\n` : undefined,
  })
