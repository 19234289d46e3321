import { OFFICERS_990 } from './people.ts'
import type { TableDefinition } from './table.ts'

/** Every table of rows the service reads from returns, by key. */
export const TABLES = {
  officers990: OFFICERS_990,
} as const satisfies Record<string, TableDefinition>

export type TableKey = keyof typeof TABLES
