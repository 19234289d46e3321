/** Returns the error for an option with a bad value: what was expected, and what was given. */
export const expected = (option: string, what: string) => ({
  error: ({ input }: { input?: unknown }) => `${option}: expected ${what}; got "${String(input)}"`,
})
