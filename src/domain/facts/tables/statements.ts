import type { TableDefinition } from './table.ts'

/** Statements of each form, line by line; a line is a row, and none of them is counted at load. */
export const STATEMENTS = {} as const satisfies Record<string, TableDefinition>

export type StatementKey = keyof typeof STATEMENTS
