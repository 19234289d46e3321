import { expect } from 'vitest'
import { createRandom, type Random, SEED } from '#test/random.ts'

/** Returns the random moments of one round. */
export const momentsOf = (round: string): Random => createRandom(`${SEED} ${round}`)

/** Begins the message of a failing round, so that it can be repeated. */
export const about = (round: string, said = ''): string =>
  `TEST_SEED=${SEED}, ${round}${said && `, which said: ${said}`}`

/**
 * Expects a command whose server was killed to succeed, or to print sentences for its operator,
 * without a stack or an internal name.
 */
export function expectClearEnd(round: string, code: number | null, said: string): void {
  const message = about(round, said)
  expect([0, 1], message).toContain(code)
  expect(said, message).not.toMatch(/^\s+at |node:internal|Error:|\[cause\]/m)
  if (code === 1) expect(said.trim().split('\n').at(-1), message).toMatch(/^[A-Z`].*\.$/)
}
