import { countOf } from '#src/domain/money.ts'
import { readConfig } from '#src/platform/config.ts'
import { toDuration } from '#src/platform/engines/durations.ts'
import type { DeriveProgress } from '../derive/run.ts'
import { type DeriveResult, deriveWaiting } from '../pipeline/resolve.ts'
import { describeNetwork, showNetworkProgress } from './network.ts'
import { count, showSteps, type Wording } from './progress.ts'
import { withStore } from './servers.ts'

/**
 * `npm run derive`: derives the facts, contents, and references of filings by this version's rules.
 * Returns whether that made a release.
 */
export async function runDerive(): Promise<boolean> {
  const config = readConfig()
  const started = performance.now()
  const result = await withStore(config, async ({ db, url, ca }) => {
    const progress = showSteps<DeriveProgress>(PROGRESS)
    const network = showNetworkProgress()
    return await deriveWaiting(db, {
      url,
      ca,
      workers: config.loadWorkers,
      onProgress: progress.update,
      onResolve: () => process.stderr.write('Resolving organizations.\n'),
      onNetwork: (update) => {
        progress.stop()
        network.update(update)
      },
    }).finally(() => {
      network.stop()
      progress.stop()
    })
  })
  console.log(describeResult(result, (performance.now() - started) / 1_000))
  return result.release !== undefined
}

const PROGRESS: Wording<DeriveProgress> = {
  interrupted: 'Stopped. Run the same command to continue.',
  line: ({ done, total }) => `Derived ${count(done)} of ${count(total)} filings`,
}

/** Describes a run in a sentence or two. */
export function describeResult(result: DeriveResult, seconds: number): string {
  const { derived, changed, release } = result
  if (derived === 0 && release === undefined) {
    return 'Nothing to do: all filings are up to date.'
  }
  const done = `Derived ${countOf(derived, 'filing')} in ${toDuration(seconds)}; ${count(changed)} changed.`
  const network = result.network && describeNetwork(result.network)
  const lines = network === undefined ? [done] : [done, network]
  return (release === undefined ? lines : [...lines, `Release ${release}.`]).join('\n')
}
