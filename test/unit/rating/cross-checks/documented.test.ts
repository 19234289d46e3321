import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CROSS_CHECKS } from '#src/rating/cross-checks/cross-check.ts'

const DOC = readFileSync('docs/using/cross-checks.md', 'utf8')
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const ROWS = DOC.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map(cellsOf)

describe('docs/using/cross-checks.md', () => {
  it('lists every rule in their order, with label, forms, and severity', () => {
    const listed = ROWS.map((cells) => cells.slice(0, 4))
    expect(listed).toEqual(
      CROSS_CHECKS.map(({ key, label, forms, severity }) => [
        `\`${key}\``,
        label,
        forms.join(', '),
        severity,
      ]),
    )
  })
})
