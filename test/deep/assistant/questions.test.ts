import { expect, test } from 'vitest'
import { opened } from '#test/integration/opened.ts'
import { askAll, sharesOf, TABLES } from '#test/questions/ask-all.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('questions'))

/** Shares of the demo's questions, less two points; docs/using/agents.md states those of all data. */
const LEAST_RIGHT = { dev: 0.92, held: 0.82, dialogues: 0.82, findings: 0.98 }
const MOST_WRONG = { dev: 0.04, held: 0.08, dialogues: 0.11, findings: 0.02 }

test.each(TABLES)('the questions of %s are answered as often as documented', async (table) => {
  const asked = await askAll(world, table, 'demo')
  const { right, wrong } = sharesOf(asked)
  const failures = asked
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ row, text }) => `${row.id} ${row.question} → ${text.slice(0, 200)}`)
  expect(wrong, failures.join('\n')).toBeLessThanOrEqual(MOST_WRONG[table])
  expect(right).toBeGreaterThanOrEqual(LEAST_RIGHT[table])
})
