/** A row to be stored with what was left out of it, by columns of its table. */
export type Made<Row = Readonly<Record<string, unknown>>> = {
  made: Row
  warnings: readonly string[]
}
