import Table from 'cli-table3'

/** Prints scores as a table; the figures of a run are read from here. */
export function printTable(head: string[], rows: string[][]): void {
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  table.push(...rows)
  console.log(`\n${table}\n`)
}
