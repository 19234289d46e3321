import { readConfig } from '#src/config.ts'
import { resolveLoaded } from '../load/resolve-loaded.ts'
import { describeNetwork, showNetworkProgress } from '../network/describe.ts'
import { makeAllDue } from '../network/state.ts'
import { runDerive } from './derive.ts'
import { runEnrich } from './enrich.ts'
import { runRate } from './rate.ts'
import { runReindex } from './reindex.ts'
import { withStore } from './store.ts'

/**
 * `npm run refresh`: everything that is due after a load or an update, in its order (decisions
 * part 11): derive, resolve and screen what a killed load left, with its network, rate, reindex what
 * changed. With `network` all of the network is due; with `websites` those that are due are read
 * before the reindex, which comes even when they cannot be. Each step says what it did; what is not
 * due takes seconds. Throws what the step that failed throws.
 */
export async function runRefresh({ network = false, websites = false }: Asked = {}): Promise<void> {
  if (network) await withStore(readConfig(), ({ db }) => makeAllDue(db))
  await runDerive()
  await resolveLeft()
  await runRate({})
  try {
    // Only when asked for: everything else here asks nobody outside.
    if (websites) await runEnrich({})
  } finally {
    // What was loaded, rated and read so far is shown whether or not the world can be reached.
    await runReindex({ changed: true })
  }
}

type Asked = { network?: boolean; websites?: boolean }

async function resolveLeft(): Promise<void> {
  const resolved = await withStore(readConfig(), async ({ db }) => {
    const progress = showNetworkProgress()
    try {
      return await resolveLoaded(db, undefined, {
        onBegin: () => process.stderr.write('Resolving what a load left.\n'),
        onNetwork: progress.update,
      })
    } finally {
      progress.stop()
    }
  })
  if (resolved === undefined) return console.log('Nothing to resolve.')
  if (resolved.release !== undefined) console.log(`Resolved: release ${resolved.release}.`)
  const network = describeNetwork(resolved.network)
  if (network !== undefined) console.log(network)
}
