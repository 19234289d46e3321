import { count, showSteps } from '../step-progress.ts'
import type { EnrichProgress } from './run.ts'

const told = ({ total, enriched, refused, failed }: EnrichProgress): string =>
  `Read ${count(enriched)} of ${count(total)}, refused ${count(refused)}, failed ${count(failed)}`

/** Shows how reading websites goes on: 80 columns hold six figures of each. */
export const showEnrichProgress = (stream?: NodeJS.WriteStream) =>
  showSteps<EnrichProgress>(
    {
      interrupted: 'Stopped; what was read is stored, and the same command goes on from here.',
      verb: told,
      format: '{verb}, {rate}/s, {left} left',
      line: (progress, { rate, left }) => `${told(progress)}, ${rate}/s, ${left} left\n`,
    },
    stream,
  )
