import { describe, expect, test } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { toRow } from './to-row.ts'

// Rows "from other" are from an engineer who did not know the code, with their expectation in words.
const ROWS = readTsv(new URL('./questions.tsv', import.meta.url))

describe('a question is read as its row says', () => {
  test.each(ROWS.map((row) => [row[1] ?? '', row] as const))('%s', (question, row) => {
    const [, , text = '', sets = '', notUnderstood = ''] = row
    expect(toRow(interpretQuery(question))).toEqual([text, sets, notUnderstood])
  })
})

test('there are at least 200 questions, half of them from somebody else', () => {
  const others = ROWS.filter(([from]) => from === 'other')
  expect(ROWS.length).toBeGreaterThanOrEqual(200)
  expect(others.length).toBeGreaterThanOrEqual(100)
  expect(new Set(ROWS.map(([, question]) => question)).size).toBe(ROWS.length)
})
