/** Caches names, because tables have many rows, their keys repeat, and a new string is a slow key. */
export function cached(rename: (key: string) => string): (key: string) => string {
  const names = new Map<string, string>()
  return (key) => {
    const known = names.get(key)
    if (known !== undefined) return known
    const name = rename(key)
    names.set(key, name)
    return name
  }
}

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
