import { readConfig } from '#src/platform/config.ts'
import { makeAllDue } from '../network/state.ts'
import { runDerive } from './derive.ts'
import { runEnrich } from './enrich.ts'
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
  // The reindex follows automatically, so no step asks for it. Deriving also resolves what is due.
  await runDerive({ saysNext: false })
  await runRate({ saysNext: false })
  try {
    // Only on request: every other command sends no requests to other hosts.
    if (websites) await runEnrich({ saysNext: false })
  } finally {
    // Loaded and rated data goes live even if no website could be reached.
    await runReindex({ onlyIfDue: true })
  }
}
