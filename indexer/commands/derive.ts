import { readConfig } from '#src/config.ts'
import { toDuration } from '#src/engines/durations.ts'
import { showDeriveProgress } from '../derive/derive-progress.ts'
import { type DeriveResult, deriveWaiting } from '../derive/run.ts'
import { describeNetwork, showNetworkProgress } from '../network/describe.ts'
import { withStore } from './store.ts'

/** `npm run derive`: facts, contents and references of filings by the rules of this version. */
export async function runDerive(): Promise<void> {
  const config = readConfig()
  const started = performance.now()
  const result = await withStore(config, async ({ db, url, ca }) => {
    const progress = showDeriveProgress()
    const network = showNetworkProgress()
    try {
      return await deriveWaiting(db, {
        url,
        ca,
        workers: config.loadWorkers,
        onProgress: progress.update,
        onResolve: () => process.stderr.write('Resolving organizations.\n'),
        onNetwork: (told) => {
          progress.stop()
          network.update(told)
        },
      })
    } finally {
      network.stop()
      progress.stop()
    }
  })
  console.log(describeResult(result, (performance.now() - started) / 1_000))
}

const count = (value: number): string => value.toLocaleString('en-US')

/** What a run did, in a sentence or two. */
export function describeResult(result: DeriveResult, seconds: number): string {
  const { derived, changed, release } = result
  if (derived === 0 && release === undefined) {
    return 'Nothing to do: every filing is of this version.'
  }
  const done = `Derived ${count(derived)} filings in ${toDuration(seconds)}; ${count(changed)} changed.`
  const network = describeNetwork(result.network)
  const lines = network === undefined ? [done] : [done, network]
  return release === undefined
    ? lines.join('\n')
    : `${lines.join('\n')}\nRelease ${release}. Next: npm run reindex -- --changed.`
}
