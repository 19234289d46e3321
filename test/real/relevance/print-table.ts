import Table from 'cli-table3'

/** Prints scores as a table, for the figures in the README. */
export function printTable(head: string[], rows: string[][]): void {
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  table.push(...rows)
  console.log(`\n${table}\n`)
}
