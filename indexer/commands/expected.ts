import type { z } from 'zod'
import { OperatorError } from '#src/platform/errors.ts'

/** Returns the error for an option with a bad value: what was expected, and what was given. */
export const expected = (option: string, what: string) => ({
  error: ({ input }: { input?: unknown }) => `${option}: expected ${what}; got "${String(input)}"`,
})

/** Reads the options of a command. Throws OperatorError naming every wrong option. */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  raw: Record<string, unknown>,
): z.output<Schema> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new OperatorError(`${parsed.error.issues.map(({ message }) => message).join('. ')}.`)
}
