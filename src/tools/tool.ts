import type { View } from './template.ts'

/** One argument of a tool. Kind, bounds, and default come from the operation's parameter. */
export type Argument = {
  /** The operation's name for it, if the tool uses another. */
  parameter?: string
  /** Replaces the operation's description. */
  description?: string
  isRequired?: true
  /** An EIN in any format, or a list of them; the operation gets nine digits. */
  isEin?: true
  /** A list; the operation gets it separated by commas. */
  isList?: true
  /** The value the operation gets if the argument is omitted. */
  fallback?: number
  /** The maximum, if less than the operation accepts; of a list, the maximum number of entries. */
  most?: number
  /** The values that an entry of a list may have. */
  values?: readonly string[]
  /** Words that select an operation (`when`) and are not sent. */
  words?: readonly string[]
}

/** A GET operation of the API, the arguments it gets, and how its response is written. */
export type ToolOperation = {
  /** Selects the operation if the caller gives these arguments; `true` is any value. */
  when?: Readonly<Record<string, string | true>>
  /** Path as OpenAPI writes it. */
  path: string
  arguments: Readonly<Record<string, Argument>>
  /** Parameters with a fixed value. */
  fixed?: Readonly<Record<string, string>>
  view: View
}

/** What an agent can call. */
export type Tool = {
  /** A noun in lower case, as MCP clients and model backends expect. */
  name: string
  title: string
  /** One or two sentences by which a model chooses the tool. */
  description: string
  /** The first whose `when` holds is called; the last has none. */
  operations: readonly ToolOperation[]
  /** Arguments of two calls that work on the demo. */
  examples: readonly [Given, Given]
}

/** Arguments as a client sends them. */
export type Given = Readonly<Record<string, unknown>>

/** Many agents pass null, a blank, or an empty list for an argument they omit. */
export const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || String(value).trim() === ''

/** Returns the operation that the arguments select; `true` is "yes". */
export function operationOf({ operations }: Tool, given: Given): ToolOperation {
  const found = operations.find(({ when = {} }) =>
    Object.entries(when).every(([name, wanted]) =>
      wanted === true
        ? !isLeftOut(given[name])
        : wanted === (given[name] === true ? 'yes' : given[name]),
    ),
  )
  return found ?? (operations.at(-1) as ToolOperation)
}

/** Returns all arguments of a tool; an argument is required if every operation requires it. */
export function argumentsOf({ operations }: Tool): Record<string, Argument> {
  const all = operations.map((operation) => operation.arguments)
  const merged: Record<string, Argument> = Object.assign({}, ...all.toReversed())
  return Object.fromEntries(
    Object.entries(merged).map(([name, { isRequired: _, ...argument }]) => [
      name,
      all.every((one) => one[name]?.isRequired) ? { ...argument, isRequired: true } : argument,
    ]),
  )
}

// Arguments and paths of several tools.

export const CHARITY = '/api/v2/charity/{ein}'

export const EIN: Argument = {
  parameter: 'ein',
  isRequired: true,
  isEin: true,
  description: 'EIN of one organization, from search.',
}

/** Returns an argument for up to so many EINs. */
export const eins = (most: number, description: string): Argument => ({
  ...{ isRequired: true, isEin: true, isList: true, most, description },
})

/** A model pays for what it reads, so lists are short unless it asks for more. */
export const LIMIT: Argument = { fallback: 10, most: 50, description: 'Number of rows.' }

export const PAGED = {
  Limit: LIMIT,
  Cursor: { description: 'NextCursor of the previous result.' },
} satisfies Record<string, Argument>

/** Returns arguments that are parameters of the operation, by their names; "Sort=sort" has another name. */
export const asIs = (names: string): Record<string, Argument> =>
  Object.fromEntries(
    names.split(' ').map((one) => {
      const [name, parameter = name] = one.split('=')
      return [name, { parameter }]
    }),
  )

/** An organization in a row. */
export const PARTY = '{Name|name} (EIN {EIN|ein}[, {Location|place}])'
