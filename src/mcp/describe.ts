import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Argument } from '../tools/parameters.ts'
import { argumentsOf, type Operation, type OperationTool, operationsOf } from '../tools/tool.ts'
import { OPERATION_TOOLS } from '../tools/tools.ts'
import { type Schema, shapeOfAnswer } from './answer-shape.ts'

type Parameter = { name: string; description?: string; schema?: Schema }
/** What the OpenAPI document says about an operation. */
type Documented = {
  parameters: Parameter[]
  /** The schema of each form of its response. */
  answers: readonly [Schema, ...Schema[]]
  needs: Needs
  /** Whether it has one form with a key and another without. */
  isByCredential: boolean
}
/** What a caller must have. */
type Needs = 'nothing' | 'a key' | 'a key with Advanced operations'

/**
 * Returns the tools as clients see them. Kinds of arguments and shapes of responses are taken from
 * the OpenAPI document; tools whose operation is not in the document are omitted.
 */
export function describeTools(document: OpenAPIV3_1.Document): Described[] {
  return OPERATION_TOOLS.flatMap((tool) => {
    const found = documentedAll(document, tool)
    return found ? [describeTool(tool, found, document)] : []
  })
}

/** Returns the names of the tools that work without a key, in tool order. */
export const openTools = (document: OpenAPIV3_1.Document): string[] =>
  OPERATION_TOOLS.filter(
    ({ operation }) => documentedOf(document, operation)?.needs === 'nothing',
  ).map(({ name }) => name)

function describeTool(
  tool: OperationTool,
  documented: readonly [Documented, ...Documented[]],
  document: OpenAPIV3_1.Document,
): Described {
  const { name, operation } = tool
  const [first, ...others] = documented
  return {
    name,
    title: operation.title,
    description: [tool.description, ...termsOf(first)].join(' '),
    inputSchema: inputOf(tool, documented),
    outputSchema: shapeOfAnswer(
      [...first.answers, ...others.flatMap(({ answers }) => answers)],
      document,
      Object.assign({}, ...operationsOf(tool).map(({ answers }) => answers)),
      // Responses of several operations have too many fields to describe what is in them.
      others.length > 0 ? 1 : undefined,
    ),
    // The protocol's other hints apply only to tools that write.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
}

/** Returns the cost and requirements of a call; nothing if it costs one data read and needs no key. */
function termsOf({ needs, isByCredential }: Documented): string[] {
  if (isByCredential) return [BY_CREDENTIAL]
  return needs === 'nothing' ? [] : [`Requires ${needs}.`]
}

const BY_CREDENTIAL =
  'Without a key, a call costs one data read from the allowance of your IP address and returns the field `data`. With a key, it costs an Advanced operation, which not every key includes, and returns the other fields.'

/** Returns what the document says about each operation of a tool, unless one is missing. */
function documentedAll(
  document: OpenAPIV3_1.Document,
  tool: OperationTool,
): readonly [Documented, ...Documented[]] | undefined {
  const all = operationsOf(tool).flatMap((one) => documentedOf(document, one) ?? [])
  const [first, ...others] = all
  return first && all.length === operationsOf(tool).length ? [first, ...others] : undefined
}

function documentedOf(document: OpenAPIV3_1.Document, { path }: Operation): Documented | undefined {
  const operation = document.paths?.[path]?.get
  const response = operation?.responses?.[200]
  if (!operation || !response || !('content' in response)) return undefined
  const schema = response.content?.['application/json']?.schema as Schema | undefined
  if (!schema) return undefined
  const isByCredential = 'x-surface-by' in operation
  // If two surfaces share a path, the document lists the form of surface A first.
  const [first = schema, ...others] = schema.oneOf ?? []
  return {
    parameters: parametersOf(operation),
    answers: isByCredential ? [first, ...others] : [first],
    needs: needsOf(operation),
    isByCredential,
  }
}

/** Returns what an operation needs; one that two surfaces share by credential needs nothing. */
export function needsOf(operation: OpenAPIV3_1.OperationObject): Needs {
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
  if (isOpen) return 'nothing'
  return operation.responses?.[403] ? 'a key with Advanced operations' : 'a key'
}

const parametersOf = ({ parameters = [] }: OpenAPIV3_1.OperationObject): Parameter[] =>
  parameters.flatMap((one) => ('name' in one ? [one as unknown as Parameter] : []))

function inputOf(tool: OperationTool, documented: readonly Documented[]): Described['inputSchema'] {
  const names = Object.entries(argumentsOf(tool))
  const parameters = documented.flatMap((one) => one.parameters)
  const properties = names.map(([name, argument]) => {
    const parameter = parameters.find((one) => one.name === (argument.parameter ?? name))
    if (!parameter) throw new Error(`No operation of ${tool.name} has a parameter for ${name}.`)
    return [name, propertyOf(argument, parameter)] as const
  })
  const required = names.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function propertyOf(argument: Argument, { schema = {}, description = '' }: Parameter): object {
  return {
    ...kindOf(argument, schema),
    ...(argument.fallback !== undefined && { default: argument.fallback }),
    ...(argument.most !== undefined && !argument.isList && { maximum: argument.most }),
    description: argument.description ?? (description || String(schema.description ?? '')),
    ...(argument.examples && { examples: argument.examples }),
  }
}

/** Keywords that tell a model how to write a value; bounds of amounts are too large to matter. */
const KEPT = ['type', 'enum', 'default', 'minimum', 'maximum', 'maxLength'] as const
const AMOUNT = 'number'

function kindOf({ isEin, isList, least = 1, most }: Argument, schema: Schema): object {
  if (isList) return { type: 'array', items: { type: 'string' }, minItems: least, maxItems: most }
  if (isEin) return { type: 'string' }
  const words = schema.type === AMOUNT ? KEPT.slice(0, 1) : KEPT
  return Object.fromEntries(words.flatMap((word) => (word in schema ? [[word, schema[word]]] : [])))
}
