import type { OpenAPIV3_1 } from 'openapi-types'
import { type Argument, argumentsOf, type Tool, type ToolOperation } from './tool.ts'
import { TOOLS } from './tools.ts'

/** A JSON Schema as in the OpenAPI document. */
type Schema = Readonly<Record<string, unknown>>
type Parameter = { name: string; description?: string; schema?: Schema }

/** JSON Schema as clients read it. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON.
type JsonObject = Record<string, any>

/** A tool as clients and model backends see it. */
export type DescribedTool = {
  name: string
  title: string
  description: string
  inputSchema: {
    type: 'object'
    properties: Record<string, JsonObject>
    required?: string[]
    additionalProperties: false
    examples: JsonObject[]
  }
}

/** The argument of every tool that chooses how much of the response is returned. */
export const DETAIL = {
  type: 'string',
  enum: ['concise', 'full'],
  default: 'concise',
  description: 'full also returns the fields and values that the text leaves out.',
} as const

/** Returns the tools with their arguments as JSON Schema, computed from the OpenAPI document. */
export const describeTools = (document: OpenAPIV3_1.Document): DescribedTool[] =>
  TOOLS.map((tool) => describeTool(tool, document))

function describeTool(tool: Tool, document: OpenAPIV3_1.Document): DescribedTool {
  const { name, title, description, operations, examples } = tool
  const given = Object.entries(argumentsOf(tool))
  const properties = given.map(([own]) => {
    const all = operations.flatMap((operation) => {
      const argument = operation.arguments[own]
      if (!argument) return []
      const found = parametersOf(operation, document).find(
        (one) => one.name === (argument.parameter ?? own),
      )
      if (!found && !argument.words)
        throw new Error(`${operation.path} has no parameter for ${own}.`)
      return [propertyOf(argument, found)]
    })
    return [own, all.reduce(either)] as const
  })
  const required = given.flatMap(([own, { isRequired }]) => (isRequired ? [own] : []))
  const distinct = [...new Map(examples.map((one) => [JSON.stringify(one), one])).values()]
  return {
    ...{ name, title, description },
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(properties), detail: DETAIL },
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      examples: distinct,
    },
  }
}

/** Returns the schema of an argument of two operations: words that both list, and bounds that both have. */
function either(one: Schema, other: Schema): Schema {
  const same = Object.entries(one).filter(([word, value]) => other[word] === value)
  const isList = Array.isArray(one.enum) && Array.isArray(other.enum)
  return {
    type: one.type === other.type ? one.type : 'string',
    ...Object.fromEntries(same),
    ...(isList && { enum: [...new Set([one.enum, other.enum].flat())] }),
    ...(one.description !== undefined && { description: one.description }),
  }
}

/** Returns the parameters of an operation, those that it shares with others included. */
function parametersOf({ path }: ToolOperation, document: OpenAPIV3_1.Document): Parameter[] {
  const shared = document.components?.parameters
  return (document.paths?.[path]?.get?.parameters ?? []).map((one) =>
    '$ref' in one ? shared?.[one.$ref.split('/').at(-1) ?? ''] : one,
  ) as object[] as Parameter[]
}

/** Returns what a caller of an operation needs; one that two surfaces share by credential needs nothing. */
export function needOf({ path }: ToolOperation, document: OpenAPIV3_1.Document): Need {
  const operation = document.paths?.[path]?.get
  if (!operation) throw new Error(`The OpenAPI document has no GET ${path}.`)
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
  if (isOpen) return 'nothing'
  return operation.responses?.[403] ? 'a key with Advanced operations' : 'a key'
}

type Need = 'nothing' | 'a key' | 'a key with Advanced operations'

/** Keywords that tell a model how to write a value; the bounds of amounts are too large to matter. */
const KEPT = ['type', 'enum', 'default', 'maximum'] as const

function propertyOf(argument: Argument, parameter?: Parameter): Schema {
  const { isEin, isList, fallback, most, values, words } = argument
  const schema = parameter?.schema ?? {}
  const text =
    argument.description ??
    firstSentence(String(parameter?.description ?? schema.description ?? ''))
  const description = text === '' ? {} : { description: text }
  if (words) return { type: 'string', enum: words, ...description }
  if (isList) {
    const items = { type: 'string', ...(values && { enum: values }) }
    return { type: 'array', items, maxItems: most, ...description }
  }
  if (isEin) return { type: 'string', ...description }
  const kept = KEPT.flatMap((word) => (word in schema ? [[word, schema[word]]] : []))
  const isAmount = schema.type === 'number'
  return {
    ...(isAmount ? { type: 'number' } : Object.fromEntries(kept)),
    ...(fallback !== undefined && { default: fallback }),
    ...(most !== undefined && { maximum: most }),
    ...description,
  }
}

/** The first sentence says what an argument is; errors explain the rest. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
