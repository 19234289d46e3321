import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Tables = Map<string, unknown[][]>

/**
 * Reads a file of test cases. Each table begins with "# title" and has a case a line, with tabs
 * between its cells. A cell that is JSON has that value, and any other is a text.
 */
const readTables = (file: URL | string): Tables =>
  new Map(
    `\n${readFileSync(file, 'utf8')}`
      .split('\n# ')
      .slice(1)
      .map((table) => {
        const [title = '', ...rows] = table.trimEnd().split('\n')
        return [title, rows.map((row) => row.split(/\t+/).map(toValue))]
      }),
  )

/** Opens the tables of a file; throws if the file does not have the table. */
export function openCases(file: URL): <Row extends unknown[]>(title: string) => Row[] {
  const tables = readTables(file)
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

const opened = new Map<string, Tables>()

/** Returns a table of `cases.tsv` in the folder of the running test, or in a folder above it. */
export function cases<Row extends unknown[]>(title: string): Row[] {
  let folder = dirname(expect.getState().testPath ?? '')
  while (folder !== dirname(folder)) {
    const file = join(folder, 'cases.tsv')
    const tables = opened.get(file) ?? (existsSync(file) ? readTables(file) : new Map())
    opened.set(file, tables)
    const rows = tables.get(title)
    if (rows) return rows as Row[]
    folder = dirname(folder)
  }
  throw new Error(`No cases.tsv in a folder of this test has the table ${title}.`)
}

// biome-ignore lint/suspicious/noExplicitAny: each function has the types of its own table.
type Read = (...cells: any[]) => unknown

/**
 * Tests, for each table, that the function of the first cells returns the next cell (or resolves to it), or for all cases
 * the given result. A missing cell, or null, is undefined.
 */
export function testReturns(functions: Record<string, Read | readonly [Read, unknown]>): void {
  describe.each(Object.entries(functions))('%s', (title, read) => {
    test.each(cases<unknown[]>(title))('%j', async (...cells) => {
      const [run, result] = typeof read === 'function' ? [read, cells[read.length]] : read
      expect((await run(...cells.slice(0, run.length))) ?? null).toEqual(result ?? null)
    })
  })
}

/** Tests each case of a table with a function of its cells; the first cell names the test. */
// biome-ignore lint/suspicious/noExplicitAny: the function has the types of its own table.
export const testCases = (title: string, check: (...cells: any[]) => unknown): void =>
  test.each(cases<unknown[]>(title))(`${title}: %j`, async (...cells) => {
    await check(...cells)
  })
