import { expect, test } from 'vitest'
import { fuzzParsers } from '#test/fuzz.ts'

// test/slow/fuzz-parsers.test.ts tries more, and limits memory.
test('every changed return, table, and zip is read or rejected', async () => {
  const tried = await fuzzParsers(40)
  for (const [kind, counts] of Object.entries(tried)) {
    expect(counts.read + counts.rejected, kind).toBe(40)
    // Half of the changes are small, so that they reach past the first check.
    expect(Math.min(counts.read, counts.rejected), kind).toBeGreaterThan(10)
  }
})
