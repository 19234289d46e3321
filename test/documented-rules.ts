import { readFileSync } from 'node:fs'

/** The page about cross-checks. */
export const RULES_PAGE = readFileSync('docs/using/cross-checks.md', 'utf8')

/** The rows of its table: key, label, forms, and severity. */
export const DOCUMENTED_RULES = RULES_PAGE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
