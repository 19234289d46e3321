import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow } from '#src/organizations/sections/section-data.ts'

/** Rows that stand on one part of the form; `part` is undefined where all of a table do. */
export type PartRows = { part: string | undefined; own: SectionRow[] }

/**
 * Lines of a statement by the part of the form they stand on, since each part counts its lines
 * from 1 again: one group without a name where there is one part.
 */
export function groupByPart(
  filing: Pick<CitedFiling, 'schemaVersion'>,
  rows: readonly SectionRow[],
): PartRows[] {
  const groups: PartRows[] = []
  for (const row of rows) {
    const part = lineOfRow(filing, row)?.replace(/, line .*$/, '')
    const last = groups.at(-1)
    if (last && last.part === part) last.own.push(row)
    else groups.push({ part, own: [row] })
  }
  const isOne = new Set(groups.map(({ part }) => part)).size <= 1
  return isOne ? [{ part: undefined, own: [...rows] }] : groups
}
