/** Returns the error of an option whose text does not match: what was expected, and what was given. */
export const expected = (option: string, what: string) => ({
  error: ({ input }: { input?: unknown }) => `${option}: expected ${what}; got "${String(input)}"`,
})
