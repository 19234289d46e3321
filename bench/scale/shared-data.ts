import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#src/platform/errors.ts'

const SHARED = join(import.meta.dirname, '../../../shared/data')

/** The real records that the benchmark is prepared from. */
export const REAL = {
  filings: [join(SHARED, 'filings'), join(SHARED, 'recent/filings')],
  registries: [join(SHARED, 'bmf/2026-04'), join(SHARED, 'recent/bmf/2026-04')],
  /** Registry rows of all organizations that a judged name could mean. */
  candidates: join(SHARED, 'recent/names/registry-of-candidates.csv'),
  judgedNames: join(SHARED, 'recent/names/recipients-tune.csv'),
  missions: join(SHARED, 'missions/mission_ntee_3446.csv'),
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
