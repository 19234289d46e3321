import { readConfig } from '#src/platform/config.ts'
import { makeAllDue } from '../network/state.ts'
import { resolveDue } from '../pipeline/resolve.ts'
import { runDerive } from './derive.ts'
import { runEnrich } from './enrich.ts'
import { describeNetwork, showNetworkProgress } from './network.ts'
import { runRate } from './rate.ts'
import { runReindex } from './reindex.ts'
import { withStore } from './servers.ts'

/**
 * `npm run refresh`: runs everything that is due after a load or an update, in order; a command
 * without work takes seconds. With `network`, all of the network is due; with `websites`, the
 * websites that are due are read, too. Throws the error of the command that failed.
 */
export async function runRefresh({
  network = false,
  websites = false,
}: {
  network?: boolean
  websites?: boolean
} = {}): Promise<void> {
  if (network) await withStore(readConfig(), ({ db }) => makeAllDue(db))
  // The reindex follows automatically, so no step asks for it.
  await runDerive(false)
  await resolveLeft()
  await runRate({}, false)
  try {
    // Only on request: every other command sends no requests to other hosts.
    if (websites) await runEnrich({}, false)
  } finally {
    // Loaded and rated data goes live even if no website could be reached.
    await runReindex(true)
  }
}

/** Resolves what a killed load left behind. */
async function resolveLeft(): Promise<void> {
  const resolved = await withStore(readConfig(), async ({ db }) => {
    const progress = showNetworkProgress()
    try {
      return await resolveDue(db, {
        onBegin: () => process.stderr.write('Resolving organizations.\n'),
        onNetwork: progress.update,
      })
    } finally {
      progress.stop()
    }
  })
  if (resolved === undefined) return console.log('Nothing to resolve.')
  if (resolved.release !== undefined)
    console.log(`Resolved organizations. Release ${resolved.release}.`)
  const network = describeNetwork(resolved.network)
  if (network !== undefined) console.log(network)
}
