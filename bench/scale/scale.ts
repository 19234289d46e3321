import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { Benchmark } from '../benchmark.ts'
import { withEngines } from '../environment.ts'
import { measureReindex } from '../reindex.ts'
import { fillStore } from '../store/fill.ts'
import { requireRealData } from '../store/sources.ts'
import { storeRows } from './made-rows.ts'
import { measureSearches } from './measure.ts'

const SIZES = {
  whole: { organizations: 790_000, people: 2_000_000, grants: 2_000_000 },
  quick: { organizations: 20_000, people: 50_000, grants: 50_000 },
}

// What docs/running/sizing.md recommends for the whole country.
const SETTINGS = { OPENSEARCH_HEAP_MB: '4096' }

/** Measures searches and a reindex of as many organizations as the country has. */
export const scale: Benchmark = {
  name: 'scale',
  description: 'searches and a reindex of 790,000 organizations, against peers and limits',
  isOnRequest: true,
  run: async (run) => {
    requireRealData()
    const sizes = SIZES[run.isQuick ? 'quick' : 'whole']
    const dataDir = resolve(
      run.keep ?? join(readConfig().cacheDir, `bench/scale-${sizes.organizations}`),
    )
    const marker = join(dataDir, 'scale.json')
    const wanted = JSON.stringify({ version: VERSION, ...sizes })
    const isPrepared = await openFolder(dataDir, marker, wanted)
    return withEngines(
      async (place) => {
        if (!isPrepared) {
          await fillStore(place, sizes.organizations, run)
          await storeRows(place.databaseUrl, sizes, run)
          await writeFile(marker, wanted)
        }
        // First, because it builds an index of this version.
        const row = await measureReindex(place, 1, run)
        return [...(await measureSearches(place, run)), row]
      },
      { dataDir, settings: SETTINGS },
    )
  },
}

// Raised when prepared data changes; older folders are prepared again.
const VERSION = 3

/**
 * Returns whether the folder has the wanted data, which is kept between runs; otherwise empties it.
 * Throws OperatorError if it contains anything that this benchmark did not prepare.
 */
async function openFolder(dataDir: string, marker: string, wanted: string): Promise<boolean> {
  const prepared = existsSync(marker) ? readFileSync(marker, 'utf8') : undefined
  if (prepared === wanted) return true
  if (prepared === undefined && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new OperatorError(
      `${dataDir} contains data that this benchmark did not prepare. Choose an empty folder with --keep.`,
    )
  }
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // An interrupted preparation begins again.
  await writeFile(marker, '')
  return false
}
