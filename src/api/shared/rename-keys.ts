/** Returns the object, or these keys of it, under other names and without nulls. */
export function renameKeys<Given extends object>(
  given: Given,
  keys: readonly (keyof Given & string)[],
  rename: (key: string) => string,
): object {
  const entries =
    keys.length > 0 ? keys.map((key) => [key, given[key]] as const) : Object.entries(given)
  return Object.fromEntries(entries.map(([key, value]) => [rename(key), value ?? undefined]))
}
