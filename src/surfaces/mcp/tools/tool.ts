/** One argument of a tool: a parameter of its operation, as an agent is to give it. */
export type Argument = {
  /** The operation's name for it, where the tool has another. */
  parameter?: string
  /** In place of the operation's own description. */
  description?: string
  isRequired?: true
  /** An EIN in any spelling; the operation is given its nine digits. */
  isEin?: true
  /** A list; the operation is given it separated by commas. */
  isList?: true
  /** What the operation is given where it is left out. */
  fallback?: number
  /** Of a list the fewest entries, where one is too few. */
  least?: number
  /** The largest number taken, where that is less than the operation takes; of a list the most entries. */
  most?: number
  examples?: readonly (string | number | readonly string[])[]
}

/** A tool: one operation, with the arguments that are worth an agent's while. */
export type Tool = {
  name: string
  title: string
  /** One or two sentences that an agent chooses by. */
  description: string
  /** The operation's path as OpenAPI writes it; all are GET. */
  path: string
  arguments: Readonly<Record<string, Argument>>
  /** Named schemas of fields that the operation answers in several forms, and this tool in one. */
  answers?: Readonly<Record<string, string>>
  /** Parameters that are always given, by the operation's names. */
  fixed?: Readonly<Record<string, string>>
  /** The operation's answer in a few lines. */
  render: (answer: unknown) => string[]
}
