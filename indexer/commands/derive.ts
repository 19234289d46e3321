import { readConfig } from '#src/config.ts'
import { toDuration } from '#src/engines/durations.ts'
import { showDeriveProgress } from '../derive/derive-progress.ts'
import { type DeriveResult, deriveWaiting } from '../derive/run.ts'
import { withStore } from './store.ts'

/** `npm run derive`: facts, contents and references of filings by the rules of this version. */
export async function runDerive(): Promise<void> {
  const config = readConfig()
  const started = performance.now()
  const result = await withStore(config, async ({ db, url, ca }) => {
    const progress = showDeriveProgress()
    try {
      return await deriveWaiting(db, {
        url,
        ca,
        workers: config.loadWorkers,
        onProgress: progress.update,
        onResolve: () => process.stderr.write('Resolving organizations.\n'),
      })
    } finally {
      progress.stop()
    }
  })
  console.log(describeResult(result, (performance.now() - started) / 1_000))
}

const count = (value: number): string => value.toLocaleString('en-US')

/** What a run did, in a sentence or two. */
export function describeResult({ derived, changed, release }: DeriveResult, seconds: number) {
  if (derived === 0 && release === undefined) {
    return 'Nothing to do: every filing is of this version.'
  }
  const done = `Derived ${count(derived)} filings in ${toDuration(seconds)}; ${count(changed)} changed.`
  return release === undefined
    ? done
    : `${done}\nRelease ${release}. Next: npm run reindex -- --changed.`
}
