import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type Schema, shapeOfAnswer } from './answer-shape.ts'
import type { Argument, Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

type Parameter = { name: string; description?: string; schema?: Schema }
type Operation = {
  parameters: Parameter[]
  /** Of each form it answers in. */
  answers: readonly [Schema, ...Schema[]]
  needs: Needs
  /** With a key it answers in the first of two forms, without one in the second. */
  isByCredential: boolean
}
/** What a caller has to have. */
type Needs = 'nothing' | 'a key' | 'a key with Advanced operations'

/**
 * The tools as clients see them. What arguments are, and the shape of an answer, is read from the
 * OpenAPI document, so that nothing is said twice; a tool whose operation is not in the
 * document is left out.
 */
export function describeTools(document: OpenAPIV3_1.Document): Described[] {
  return TOOLS.flatMap((tool) => {
    const operation = operationOf(document, tool)
    return operation ? [describeTool(tool, operation, document)] : []
  })
}

/** Names of the tools that answer without a key, in their order. */
export const openTools = (document: OpenAPIV3_1.Document): string[] =>
  TOOLS.filter((tool) => operationOf(document, tool)?.needs === 'nothing').map(({ name }) => name)

function describeTool(tool: Tool, operation: Operation, document: OpenAPIV3_1.Document): Described {
  const { name, title } = tool
  return {
    name,
    title,
    description: [tool.description, ...termsOf(operation)].join(' '),
    inputSchema: inputOf(tool, operation),
    outputSchema: shapeOfAnswer(operation.answers, document, tool.answers),
    // What it reads changes with releases alone; of a tool that only reads no other hint counts.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
}

/** What a tool costs whom, where that is not one read of whoever asks. */
function termsOf({ needs, isByCredential }: Operation): string[] {
  if (isByCredential) return [BY_CREDENTIAL]
  return needs === 'nothing' ? [] : [`Needs ${needs}.`]
}

/** decisions parts 1 and 3. */
const BY_CREDENTIAL =
  'Without a key it costs one data read of the address and answers in data; with one, an Advanced operation of the key, which not every key has, and answers in the other fields.'

function operationOf(document: OpenAPIV3_1.Document, { path }: Tool): Operation | undefined {
  const operation = document.paths?.[path]?.get
  const response = operation?.responses?.[200]
  if (!operation || !response || !('content' in response)) return undefined
  const schema = response.content?.['application/json']?.schema as Schema | undefined
  if (!schema) return undefined
  const isByCredential = 'x-surface-by' in operation
  // Where two surfaces share a path, A's answer is the first (openapi-merge.ts).
  const [first = schema, ...others] = schema.oneOf ?? []
  return {
    parameters: parametersOf(operation),
    answers: isByCredential ? [first, ...others] : [first],
    needs: needsOf(operation),
    isByCredential,
  }
}

/** What an operation needs; one that two surfaces share by credential has an answer without any. */
export function needsOf(operation: OpenAPIV3_1.OperationObject): Needs {
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
  if (isOpen) return 'nothing'
  return operation.responses?.[403] ? 'a key with Advanced operations' : 'a key'
}

const parametersOf = ({ parameters = [] }: OpenAPIV3_1.OperationObject): Parameter[] =>
  parameters.flatMap((one) => ('name' in one ? [one as unknown as Parameter] : []))

function inputOf(tool: Tool, operation: Operation): Described['inputSchema'] {
  const names = Object.entries(tool.arguments)
  const properties = names.map(([name, argument]) => {
    const parameter = operation.parameters.find((one) => one.name === (argument.parameter ?? name))
    if (!parameter) throw new Error(`${tool.path} has no parameter for ${name} of ${tool.name}.`)
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

/** Of a search that two surfaces share, the document says of each parameter whose it is. */
const CONDITION = / (Only with \w+\.|Exactly one of Query and q is given\.)$/

function propertyOf(argument: Argument, { schema = {}, description = '' }: Parameter): object {
  const text = argument.description ?? (description || String(schema.description ?? ''))
  return {
    ...kindOf(argument, schema),
    ...(argument.fallback !== undefined && { default: argument.fallback }),
    ...(argument.most !== undefined && !argument.isList && { maximum: argument.most }),
    description: text.replace(CONDITION, ''),
    ...(argument.examples && { examples: argument.examples }),
  }
}

/** What tells a model how to write a value; amounts have bounds that nobody comes near. */
const KEPT = ['type', 'enum', 'default', 'minimum', 'maximum', 'maxLength'] as const
const AMOUNT = 'number'

function kindOf({ isEin, isList, least = 1, most }: Argument, schema: Schema): object {
  if (isList) return { type: 'array', items: { type: 'string' }, minItems: least, maxItems: most }
  if (isEin) return { type: 'string' }
  const words = schema.type === AMOUNT ? KEPT.slice(0, 1) : KEPT
  return Object.fromEntries(words.flatMap((word) => (word in schema ? [[word, schema[word]]] : [])))
}
