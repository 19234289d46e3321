import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Real public records beside the checkout; without them the tests over them are skipped. */
export const REAL_DATA = resolve(import.meta.dirname, '../../../shared/data')
export const hasRealData = existsSync(REAL_DATA)
