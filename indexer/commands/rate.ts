import { readConfig } from '#src/config.ts'
import { toDuration } from '#src/engines/durations.ts'
import { BANDS, POLICY_VERSION } from '#src/rating/rating.ts'
import { showRateProgress } from '../rate/rate-progress.ts'
import { type RateResult, rateOrganizations } from '../rate/run.ts'
import { withStore } from './store.ts'

/** `npm run rate [-- --json]`: rates what changed, and everybody against it. */
export async function runRate(options: { json?: boolean }): Promise<void> {
  const started = performance.now()
  const result = await withStore(readConfig(), async ({ db }) => {
    const progress = showRateProgress()
    try {
      return await rateOrganizations(db, { onProgress: progress.update })
    } finally {
      progress.stop()
    }
  })
  const seconds = (performance.now() - started) / 1_000
  const summary = { policyVersion: POLICY_VERSION, ...result, seconds }
  // A first start, which began this process, goes on by itself.
  const isAlone = process.connected === undefined
  const text = describeRating(result, seconds, isAlone)
  console.log(options.json ? JSON.stringify(summary, null, 2) : text)
}

const count = (value: number): string => value.toLocaleString('en-US')
const line = (label: string, value: number): string =>
  `  ${label.padEnd(17)}${count(value).padStart(11)}`

/** What a run did, as text of at most 80 columns, and what to run next where that is asked for. */
export function describeRating(result: RateResult, seconds: number, saysNext = true): string {
  const { read, scored, notEnoughData, bands, changed, removed, release } = result
  const rated = count(scored + notEnoughData)
  const took = toDuration(seconds)
  return [
    `Rated ${rated} organizations by ${POLICY_VERSION} in ${took}; read ${count(read)} of them anew.`,
    ...BANDS.map((band) => line(band, bands[band])),
    line('Not enough data', notEnoughData),
    `Changed ${count(changed)}, removed ${count(removed)}.`,
    release === undefined
      ? 'Nothing is new.'
      : `Release ${release}.${saysNext ? ' Next: npm run reindex -- --changed.' : ''}`,
  ].join('\n')
}
