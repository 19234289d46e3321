import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Real public records next to the checkout; tests over them are skipped without them. */
export const REAL_DATA = resolve(import.meta.dirname, '../../../shared/data')
export const hasRealData = existsSync(REAL_DATA)
