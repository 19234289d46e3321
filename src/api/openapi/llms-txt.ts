import type { OpenAPIV3_1 } from 'openapi-types'
import { addressOf, type ExampleRequest } from './examples/demo.ts'
import { AGENTS_GUIDE, HOW_TO_USE, printErrors } from './introduction.ts'
import { type Documented, GROUPS } from './operations.ts'

const HEAD = `# Nonprofit Research Service

> Read-only research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence for every figure. Start with the guide for agents. If you support the Model Context Protocol, use /mcp.

- Each organization has a nine-digit EIN. Keep leading zeros. Search by name first. If several organizations have the name, ask which one is meant.
${HOW_TO_USE.map((line) => `- ${line}`).join('\n')}

## Start here

- [Guide for agents](/agents): workflows with real requests and responses
- [Reference](/docs): every operation, with a form to try it
- [Guide and reference](/llms-full.txt): the guide and all operations with their parameters, as one text
- [OpenAPI](/openapi.json): the reference for programs
- [API catalog](/.well-known/api-catalog): links for programs
- MCP: Model Context Protocol over streamable HTTP. Send POST requests to /mcp, which is not a web page

## Operations

All requests use GET. Responses are JSON unless another format is stated. The organizations in these examples are fictional and part of the demo data. Send a key in X-Service-API-Key or as a bearer token. Without a key, 1,000 reads a day are free.
`

type Operations = ReadonlyMap<string, Documented>

/** Returns /llms.txt: what the service is, and a request to try for each of its operations. */
export function writeLlmsTxt({ paths = {} }: OpenAPIV3_1.Document, operations: Operations): string {
  const lines = inGroups(
    operations,
    ([
      path,
      {
        surfaces,
        examples: [request],
      },
    ]) => {
      const operation = paths[path]?.get
      // Surface B returns the same facts in another form.
      const isListed = surfaces.includes('A') && operation && request
      return isListed ? [lineOf(path, operation, request)] : []
    },
  )
  return `${HEAD}\n${lines.join('\n')}\n`
}

/** Returns what `write` returns for each operation, in the order of the reference. */
const inGroups = (
  operations: Operations,
  write: (operation: [path: string, documented: Documented]) => string[],
): string[] =>
  GROUPS.flatMap(({ name }) =>
    [...operations].filter(([, { group }]) => group === name).flatMap(write),
  )

function lineOf(
  path: string,
  operation: OpenAPIV3_1.OperationObject,
  request: ExampleRequest,
): string {
  const notes = [...(request.type ? [request.type] : []), ...termsOf(operation)]
  const address = addressOf(path, request)
  return `- [${path}](${address}): ${operation.summary}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

function termsOf(operation: OpenAPIV3_1.OperationObject): string[] {
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
  const key = operation.responses?.[403] ? 'a key with Advanced operations' : 'a key'
  return [
    ...(isOpen ? [] : [`requires ${key}`]),
    ...('x-surface-by' in operation
      ? ['with a key, returns a different response format and costs an Advanced operation']
      : []),
  ]
}

/** Returns /llms-full.txt: the guide for agents, and all operations with their parameters. */
export function writeLlmsFull({ info, paths = {} }: OpenAPIV3_1.Document, operations: Operations) {
  const parts = inGroups(
    operations,
    ([
      path,
      {
        examples: [request],
      },
    ]) => {
      const [method, operation] = Object.entries(paths[path] ?? {})[0] ?? []
      const { summary, description, parameters = [], requestBody } = operation as Operation
      const terms = termsOf(operation as Operation).map((term) => `It ${term}.`)
      return [
        `### ${summary}`,
        `\`${method?.toUpperCase()} ${path}\``,
        [description, ...terms].join(' '),
        [...parameters.map(parameterOf), ...fieldsOf(requestBody)].join('\n'),
        request && method === 'get' ? `Example: ${addressOf(path, request)}` : '',
      ].filter(Boolean)
    },
  )
  return [
    AGENTS_GUIDE.trim(),
    '# Reference',
    `${info.description?.trim()}\n${printErrors().trimEnd()}`,
    '## Operations',
    ...parts,
    '',
  ]
    .join('\n\n')
    .trimStart()
}

type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject

function parameterOf(parameter: NonNullable<Operation['parameters']>[number]): string {
  if ('$ref' in parameter) return ''
  const { name, required, description, schema = {} } = parameter
  return lineOfValue(name, required, { ...(schema as Schema), description: description ?? '' })
}

function fieldsOf(body: Operation['requestBody']): string[] {
  const content = body && 'content' in body ? body.content['application/json'] : undefined
  const { properties = {}, required = [] } = (content?.schema ?? {}) as Schema
  return Object.entries(properties).map(([name, schema]) =>
    lineOfValue(name, required.includes(name), schema as Schema),
  )
}

function lineOfValue(name: string, isRequired: boolean | undefined, schema: Schema): string {
  const { type, enum: words, minimum, maximum, default: usual, description } = schema
  const facts = [
    words?.join(' | ') ?? [type ?? 'object'].flat().join(' or '),
    ...(type === 'integer' && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(usual === undefined ? [] : [`default ${usual}`]),
    ...(isRequired ? ['required'] : []),
  ]
  return `- \`${name}\` (${facts.join('; ')}): ${description}`
}
