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
export const knownFields = <Fields extends object>(fields: Fields): Known<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<Fields>
