import { readFileSync } from 'node:fs'

/**
 * Returns the rows of a tab-separated file without its heading. Empty cells at the end of a row are
 * absent.
 */
export const readTsv = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))

/** A line of a form that moved: the first schema version with the new line, and that line. */
export type Moved = { since: string; line: string }

export type Line = { line: string; moved?: Moved }

/** Returns the line of a form in a schema version; if the version is unknown, in the oldest. */
export const lineIn = ({ line, moved }: Line, schemaVersion?: string): string =>
  // Versions are `YYYYvM.N` with one-digit M and N, so they compare as text.
  moved && schemaVersion && schemaVersion >= moved.since ? moved.line : line

/** Parses "2019v5.0 Part X, line 32". */
export function parseMoved(text: string | undefined): { moved?: Moved } {
  if (!text) return {}
  const [since = ''] = text.split(' ', 1)
  return { moved: { since, line: text.slice(since.length + 1) } }
}
