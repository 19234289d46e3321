import type { z } from 'zod'
import { openSemaphore, type Semaphore } from '../limits/semaphore.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { SearchDeps } from '../search/search.ts'
import type { Citation } from './cite.ts'
import type { Argument } from './parameters.ts'

/** A number that no single filed value contains: a count of hits, a sum over the rows shown. */
export type Counted = { label: string; value: number }

/** What a tool found: everything an answer may state, each figure with its evidence. */
export type ToolAnswer = {
  /** Cited figures and texts, the most useful ones first. */
  citations: Citation[]
  counted: Counted[]
}

/** An operation of the API and a renderer for its JSON. MCP calls it in the caller's name. */
export type Operation = {
  title: string
  /** Path as OpenAPI writes it; the method is GET. */
  path: string
  arguments: Readonly<Record<string, Argument>>
  /**
   * Names of the schemas of fields that have several forms in the operation and one in this tool.
   */
  answers?: Readonly<Record<string, string>>
  /** Parameters with a fixed value, by the operation's names. */
  fixed?: Readonly<Record<string, string>>
  /** Renders the operation's JSON in a few lines, with citations. */
  toText: (response: unknown) => string[]
}

type Named = {
  /** snake_case, as MCP clients and model backends expect. */
  name: string
  /** One or two sentences by which a model chooses the tool. */
  description: string
}

/** A tool that only MCP serves. */
export type OperationTool = Named & {
  operation: Operation
  /**
   * Operations that replace `operation` if the caller gives the argument that is their key. All of a
   * tool's operations have the same terms.
   */
  insteadWith?: Readonly<Record<string, Operation>>
}

/** Returns all operations of a tool, the one for calls without a special argument first. */
export const operationsOf = ({ operation, insteadWith = {} }: OperationTool): Operation[] => [
  operation,
  ...Object.values(insteadWith),
]

/** Returns all arguments of a tool; an argument is required if every operation requires it. */
export function argumentsOf(tool: OperationTool): Record<string, Argument> {
  const all = operationsOf(tool).map((operation) => operation.arguments)
  const merged: Record<string, Argument> = Object.assign({}, ...all.toReversed())
  return Object.fromEntries(
    Object.entries(merged).map(([name, { isRequired: _, ...argument }]) => [
      name,
      all.every((one) => one[name]?.isRequired) ? { ...argument, isRequired: true } : argument,
    ]),
  )
}

/**
 * A tool the assistant runs in process. `run` calls the domain function behind the operation: its
 * answer is typed and cites each figure, which the operation's JSON does not do in one form. Throws
 * ApiError as the operation does.
 */
export type Tool<
  Input extends z.ZodType = z.ZodType,
  Answer extends ToolAnswer = ToolAnswer,
> = Named & {
  input: Input
  // A method, so that tools with any input fit in one list.
  run(deps: ToolDeps, input: z.output<Input>, signal: AbortSignal): Promise<Answer>
  /** The same tool for MCP, if the API has an operation for it. */
  operation?: Operation
}

/** Returns the tool, with the type of its input and answer inferred. */
export const defineTool = <Input extends z.ZodType, Answer extends ToolAnswer>(
  tool: Tool<Input, Answer>,
): Tool<Input, Answer> => tool

/** The stores tools read. */
export type ToolDeps = SearchDeps &
  ProfileDeps & {
    /** Limits how many tools run at once; if absent, nothing limits them. */
    toolSlots?: Semaphore
  }

/**
 * Opens the slots that the tools of all chats share. Five tools use about half of the store's ten
 * connections, so even two hundred chats leave the rest to other requests.
 */
export const openToolSlots = (): Semaphore => openSemaphore(5)

/** Runs a tool in a slot. Throws the tool's errors, or the signal's reason if that aborts first. */
export async function inSlot<Answer>(
  { toolSlots }: ToolDeps,
  signal: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const release = await toolSlots?.acquire(signal)
  try {
    return await run()
  } finally {
    release?.()
  }
}
