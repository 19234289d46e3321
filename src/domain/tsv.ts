import { readFileSync } from 'node:fs'

/**
 * Returns the heading of a tab-separated file and its other rows. Empty cells at the end of a row
 * are absent.
 */
function readTsvTable(file: URL): { heading: string[]; rows: string[][] } {
  const [heading = [], ...rows] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
  return { heading, rows }
}

/** Returns the rows of `readTsvTable` without the heading. */
export const readTsv = (file: URL): string[][] => readTsvTable(file).rows

/** A line of a form that moved: the first schema version with the new line, and that line. */
export type Moved = { since: string; line: string }

/** Parses "2019v5.0 Part X, line 32". */
export function parseMoved(text: string | undefined): { moved?: Moved } {
  if (!text) return {}
  const [since = ''] = text.split(' ', 1)
  return { moved: { since, line: text.slice(since.length + 1) } }
}
