import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of real public records, by default next to the checkout. */
export const REAL_DATA = resolve(process.env.REAL_DATA ?? '../shared/data')
export const hasRealData = existsSync(REAL_DATA)
export const REAL = join(REAL_DATA, 'filings')
/** Real returns with the registry of their time. */
export const REAL_AND_REGISTRY = {
  paths: [REAL, join(REAL_DATA, 'bmf/2026-04'), join(REAL_DATA, 'irs-lists')],
  asOf: '2026-04',
}
