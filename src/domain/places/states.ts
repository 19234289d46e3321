import { readTsv } from '../tsv.ts'

/**
 * U.S. states, the District of Columbia, and territories, by USPS code. Military addresses and the freely
 * associated states have codes, too.
 */
export const US_STATES: Record<string, string> = Object.fromEntries(
  readTsv(new URL('states.tsv', import.meta.url)),
)
