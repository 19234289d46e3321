import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Argument } from '../tools/parameters.ts'
import { argumentsOf, type Operation, type OperationTool, operationsOf } from '../tools/tool.ts'
import { OPERATION_TOOLS } from '../tools/tools.ts'

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

/** A JSON Schema as in the OpenAPI document. */
type Schema = {
  [word: string]: unknown
  $ref?: string
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
}
type OutputSchema = NonNullable<Described['outputSchema']>
/** Named schemas of the document, and how many levels of objects are still described. */
type Depth = { named: Readonly<Record<string, Schema>>; levels: number }

/**
 * Levels of objects in an output schema: the response and the objects in it. A client may put all
 * schemas into its model's context; the complete schemas are 73 KB, and a third level doubles their
 * size.
 */
const LEVELS = 2

const REFERENCE = '#/components/schemas/'
/** Keywords that help to read a value; words, bounds, and patterns only help to write one. */
const KEPT_KEYS = ['type', 'const'] as const

/**
 * Returns the fields of a response and of the objects in it with their kinds, for all of its forms;
 * below that, only kinds. Every response that matches the complete schema matches this one.
 */
function shapeOfAnswer(
  schemas: readonly [Schema, ...Schema[]],
  document: OpenAPIV3_1.Document,
  answers: Operation['answers'] = {},
  levels = LEVELS,
): OutputSchema {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>
  const forms = schemas.map((schema) => resolved(schema, named))
  const fields = forms.map((form) => shapeOf(form, { named, levels }).properties)
  const narrowed = Object.entries(answers).map(([field, name]) => {
    const one = shapeOf({ $ref: `${REFERENCE}${name}` }, { named, levels: LEVELS - 1 })
    return [field, one] as const
  })
  const [only, ...others] = forms
  return {
    type: 'object',
    properties: { ...either(fields), ...Object.fromEntries(narrowed) },
    // No field is in all forms for certain.
    ...(only?.required && others.length === 0 && { required: only.required }),
  }
}

/** Returns the fields of all forms; one that has several shapes may have any of them. */
function either(forms: readonly (Schema['properties'] | undefined)[]): Record<string, Schema> {
  const all = forms.flatMap((fields) => Object.entries(fields ?? {}))
  return Object.fromEntries(
    [...new Set(all.map(([name]) => name))].map((name) => {
      const shapes = all.flatMap(([own, shape]) => (own === name ? [shape] : []))
      return [name, eitherOf(shapes)]
    }),
  )
}

/** Returns the schema of a value that has one of some shapes, each listed once. */
function eitherOf(shapes: readonly Schema[]): Schema {
  const distinct = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()]
  const [only = {}, ...others] = distinct
  return others.length === 0 ? only : { anyOf: distinct }
}

/** Returns the schema that a reference points to. */
function resolved(schema: Schema, named: Depth['named']): Schema {
  const { $ref } = schema
  if ($ref === undefined) return schema
  const found = named[$ref.slice(REFERENCE.length)]
  if (!found) throw new Error(`The OpenAPI document has no schema ${$ref}.`)
  return found
}

function shapeOf(schema: Schema, depth: Depth): Schema {
  const whole = resolved(schema, depth.named)
  const { items, anyOf, oneOf } = whole
  // After the cut, a value may match several branches of a oneOf. Their fields would fill pages.
  const branches = (anyOf ?? oneOf)?.map((one) => shapeOf(one, { ...depth, levels: 0 }))
  return {
    ...Object.fromEntries(
      KEPT_KEYS.flatMap((word) => (word in whole ? [[word, whole[word]]] : [])),
    ),
    ...(depth.levels > 0 && fieldsOf(whole, { ...depth, levels: depth.levels - 1 })),
    ...(items && { items: shapeOf(items, depth) }),
    ...(branches && eitherOf(branches)),
  }
}

function fieldsOf({ properties, additionalProperties }: Schema, depth: Depth): Schema {
  const fields = Object.entries(properties ?? {})
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, one]) => [name, shapeOf(one, depth)])),
    }),
    ...(Object.keys(Object(additionalProperties)).length > 0 && {
      additionalProperties: shapeOf(additionalProperties as Schema, depth),
    }),
  }
}
