type Unknown = null | undefined
type IsKnown<Value> = [Extract<Value, Unknown>] extends [never] ? true : false

/** Fields of which those that may be unknown are optional. */
export type Known<Fields> = {
  [Key in keyof Fields as IsKnown<Fields[Key]> extends true ? Key : never]: Fields[Key]
} & {
  [Key in keyof Fields as IsKnown<Fields[Key]> extends true ? never : Key]?: Exclude<
    Fields[Key],
    Unknown
  >
}

/** Returns fields without those that are null or undefined. */
export function knownFields<Fields extends object>(fields: Fields): Known<Fields> {
  // A loop, because an index build makes millions of calls.
  const known: Partial<Fields> = {}
  for (const key in fields) {
    const value = fields[key]
    if (value !== null && value !== undefined) known[key] = value
  }
  return known as object as Known<Fields>
}
