import { readConfig } from '#src/config.ts'
import { resolveLoaded } from '../load/resolve-loaded.ts'
import { runDerive } from './derive.ts'
import { runRate } from './rate.ts'
import { runReindex } from './reindex.ts'
import { withStore } from './store.ts'

/**
 * `npm run refresh`: everything that is due after a load or an update, in its order (decisions
 * part 11): derive, resolve and screen what a killed load left, rate, reindex what changed. Each
 * step says what it did; what is not due takes seconds. Throws what the step that failed throws.
 */
export async function runRefresh(): Promise<void> {
  await runDerive()
  await resolveLeft()
  await runRate({})
  await runReindex({ changed: true })
}

async function resolveLeft(): Promise<void> {
  const release = await withStore(readConfig(), ({ db }) =>
    resolveLoaded(db, undefined, () => {
      process.stderr.write('Resolving what a load left.\n')
    }),
  )
  console.log(
    release === undefined ? 'Nothing to resolve.' : `Resolved organizations: release ${release}.`,
  )
}
