import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { REAL_DATA } from '#test/real/real-data.ts'

/** The records that a store is prepared from. */
export type Sources = {
  returns: readonly string[]
  registries: readonly string[]
  /** Registry rows of all organizations that a judged name could mean. */
  candidates?: string
  missions?: string
}

/** Real records next to the checkout. */
export const REAL = {
  returns: [join(REAL_DATA, 'filings'), join(REAL_DATA, 'recent/filings')],
  registries: [join(REAL_DATA, 'bmf/2026-04'), join(REAL_DATA, 'recent/bmf/2026-04')],
  candidates: join(REAL_DATA, 'recent/names/registry-of-candidates.csv'),
  judgedNames: join(REAL_DATA, 'recent/names/recipients-tune.csv'),
  missions: join(REAL_DATA, 'missions/mission_ntee_3446.csv'),
}

const missing = Object.values(REAL)
  .flat()
  .filter((path) => !existsSync(path))

/** Throws OperatorError with every missing file or folder of real records. */
export function requireRealData(): void {
  if (missing.length === 0) return
  throw new OperatorError(
    `The benchmark "scale" needs real records next to the checkout, and these are missing: ${missing.join(', ')}. Copy them there, or run other benchmarks.`,
  )
}

/** The demo's records: zips of returns, and its registry. */
export const DEMO = {
  returns: readdirSync(DEMO_FOLDER)
    .filter((name) => /990xml|TEOS/.test(name))
    .map((name) => join(DEMO_FOLDER, name)),
  registries: [join(DEMO_FOLDER, 'bmf/2026-04')],
}

/** Returns the real records, or the demo's if one is missing. */
export const findSources = (): Sources => (missing.length === 0 ? REAL : DEMO)
