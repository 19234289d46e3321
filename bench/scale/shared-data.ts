import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#src/platform/errors.ts'
import { REAL_DATA } from '#test/real/real-data.ts'

/** The real records that the benchmark is prepared from. */
export const REAL = {
  filings: [join(REAL_DATA, 'filings'), join(REAL_DATA, 'recent/filings')],
  registries: [join(REAL_DATA, 'bmf/2026-04'), join(REAL_DATA, 'recent/bmf/2026-04')],
  /** Registry rows of all organizations that a judged name could mean. */
  candidates: join(REAL_DATA, 'recent/names/registry-of-candidates.csv'),
  judgedNames: join(REAL_DATA, 'recent/names/recipients-tune.csv'),
  missions: join(REAL_DATA, 'missions/mission_ntee_3446.csv'),
}

/** Throws OperatorError with every missing file or folder. */
export function requireSharedData(): void {
  const missing = Object.values(REAL)
    .flat()
    .filter((path) => !existsSync(path))
  if (missing.length === 0) return
  throw new OperatorError(
    `The benchmark "scale" needs real records next to the checkout, and these are missing: ${missing.join(', ')}. Copy them there, or run other benchmarks.`,
  )
}
