import { readFileSync } from 'node:fs'

/**
 * Opens a file of test cases. Each table begins with "# title" and has a case a line, with tabs
 * between its cells. A cell that is JSON has that value, and any other is a text.
 */
export function openCases(file: URL): <Row extends unknown[]>(title: string) => Row[] {
  const tables = new Map(
    `\n${readFileSync(file, 'utf8')}`
      .split('\n# ')
      .slice(1)
      .map((table) => {
        const [title = '', ...rows] = table.trimEnd().split('\n')
        return [title, rows.map((row) => row.split(/\t+/).map(toValue))]
      }),
  )
  return <Row extends unknown[]>(title: string) => {
    const rows = tables.get(title)
    if (!rows) throw new Error(`${file.pathname} has no table ${title}.`)
    return rows as Row[]
  }
}

function toValue(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}
