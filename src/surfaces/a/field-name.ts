// Made once each: rows are many, and a name made anew must be looked up to be a key.
const names = new Map<string, string>()

/** A key of ours as a field of A's is written: `cashGrant` is CashGrant. */
export function fieldName(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}`
  names.set(key, name)
  return name
}
