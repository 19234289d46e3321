import { join } from 'node:path'
import { readConfig } from '#src/platform/config.ts'
import type { Benchmark } from '../benchmark.ts'
import { withEngines } from '../folders.ts'
import { untilEnginesStop } from '../processes.ts'
import { openKeptFolder } from './kept-folder.ts'
import { measure } from './measure.ts'
import { prepare } from './prepare.ts'
import { requireSharedData } from './shared-data.ts'

const SIZES = {
  whole: { organizations: 790_000, people: 2_000_000, grants: 2_000_000 },
  quick: { organizations: 20_000, people: 50_000, grants: 50_000 },
}

// What docs/running/sizing.md recommends for the whole country.
const ENGINES = { OPENSEARCH_HEAP_MB: '4096' }

/** Measures searches among as many organizations as the country has. */
export const scale: Benchmark = {
  name: 'scale',
  description: 'searches among 790,000 organizations, against peers and limits',
  isOnRequest: true,
  run: async (run) => {
    requireSharedData()
    const sizes = SIZES[run.isQuick ? 'quick' : 'whole']
    const name = `scale-${sizes.organizations}`
    const folder = await openKeptFolder(
      run.keep ?? join(readConfig().cacheDir, 'bench', name),
      sizes.organizations,
    )
    try {
      return await withEngines(
        folder.dataDir,
        async (engines) => {
          await prepare(folder, engines, sizes, run)
          return await measure(folder.dataDir, engines, run)
        },
        ENGINES,
      )
    } finally {
      await untilEnginesStop(folder.dataDir)
    }
  },
}
