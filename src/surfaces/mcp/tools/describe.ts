import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Argument, Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

type Schema = {
  [word: string]: unknown
  description?: unknown
  examples?: unknown
  oneOf?: Schema[]
}
type Parameter = { name: string; description?: string; schema?: Schema }
type Operation = { parameters: Parameter[]; answer: Schema; needs: Needs }
/** What a caller has to have. */
type Needs = 'nothing' | 'a key' | 'a key with Advanced operations'

/**
 * The tools as clients see them. What arguments are, and the whole schema of an answer, is read
 * from the OpenAPI document, so that nothing is said twice; a tool whose operation is not in the
 * document is left out.
 */
export function describeTools(document: OpenAPIV3_1.Document): Described[] {
  return TOOLS.flatMap((tool) => {
    const operation = operationOf(document, tool.path)
    return operation ? [describeTool(tool, operation, document)] : []
  })
}

/** Names of the tools that answer without a key, in their order. */
export const openTools = (document: OpenAPIV3_1.Document): string[] =>
  TOOLS.filter(({ path }) => operationOf(document, path)?.needs === 'nothing').map(
    ({ name }) => name,
  )

function describeTool(tool: Tool, operation: Operation, document: OpenAPIV3_1.Document): Described {
  const { name, title } = tool
  const { needs } = operation
  return {
    name,
    title,
    description: needs === 'nothing' ? tool.description : `${tool.description} Needs ${needs}.`,
    inputSchema: inputOf(tool, operation),
    outputSchema: selfContained(operation.answer, document),
    // Everything here only reads, and what it reads changes with releases alone.
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}

function operationOf(document: OpenAPIV3_1.Document, path: string): Operation | undefined {
  const operation = document.paths?.[path]?.get
  const response = operation?.responses?.[200]
  if (!operation || !response || !('content' in response)) return undefined
  const schema = response.content?.['application/json']?.schema as Schema | undefined
  // Where two surfaces share a path, A's answer is the first (openapi-merge.ts).
  const answer = schema?.oneOf?.[0] ?? schema
  return answer && { parameters: parametersOf(operation), answer, needs: needsOf(operation) }
}

/** What surface A's operation needs. */
export function needsOf(operation: OpenAPIV3_1.OperationObject): Needs {
  // Of two surfaces told apart by a credential, A is the one that wants it (openapi-merge.ts).
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
  if (isOpen && !('x-surface-by' in operation)) return 'nothing'
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
  const { description: inner, examples, ...rest } = schema
  const text = argument.description ?? (description || String(inner ?? '')).replace(CONDITION, '')
  const shown = argument.examples ?? examples
  return {
    ...kindOf(argument, rest),
    ...(argument.fallback !== undefined && { default: argument.fallback }),
    ...(argument.most !== undefined && !argument.isList && { maximum: argument.most }),
    description: text,
    ...(shown !== undefined && { examples: shown }),
  }
}

function kindOf({ isEin, isList, most }: Argument, schema: Schema): object {
  if (isList) return { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: most }
  return isEin ? { type: 'string' } : schema
}

const REFERENCE = '#/components/schemas/'

// Words are a third of a schema, and a client may hand all of it to a model; /openapi.json has them.
// What is no text is a field of that name.
const wordless = (part: object): [string, unknown][] =>
  Object.entries(part).filter(
    ([key, value]) => !(key === 'description' && typeof value === 'string') && key !== 'examples',
  )

/** The schema with everything it refers to beside it, under `$defs`. */
function selfContained(schema: Schema, document: OpenAPIV3_1.Document): OutputSchema {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>
  const definitions: Record<string, Schema> = {}
  const rewrite = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(rewrite)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      wordless(part).map(([key, value]) => {
        if (key !== '$ref' || typeof value !== 'string') return [key, rewrite(value)]
        const name = value.slice(REFERENCE.length)
        if (!Object.hasOwn(definitions, name)) {
          definitions[name] = {}
          definitions[name] = rewrite(named[name]) as Schema
        }
        return ['$ref', `#/$defs/${name}`]
      }),
    )
  }
  const { $ref } = schema
  const root = typeof $ref === 'string' ? named[$ref.slice(REFERENCE.length)] : schema
  const written = rewrite(root) as Schema
  return {
    ...written,
    type: 'object',
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
}
type OutputSchema = NonNullable<Described['outputSchema']>
