// The browser's script uses these links too, so this module imports nothing.

/** Parameters of an address; those that are undefined or empty are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Returns a path with the parameters that are defined and not empty. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Returns the path of a Ref's evidence page. */
export const evidencePath = (ein: string, ref: string): string =>
  withQuery(`/charity/${ein}/evidence`, { Ref: ref })
