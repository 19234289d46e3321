import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import type { ExampleRequest } from './examples/demo.ts'
import { type Documented, GROUPS } from './operations.ts'

type Operation = OpenAPIV3_1.OperationObject
type Examples = Record<string, OpenAPIV3_1.ExampleObject>

const JSON_TYPE = 'application/json'

/** What each status means on both surfaces. */
const STATUS: Record<string, string> = {
  200: 'OK',
  400: 'The request cannot be read, or a Cursor or EvidenceRef is invalid. Surface B also returns 400 for an invalid parameter.',
  401: 'The key is malformed, unknown, or revoked, or a required key is missing.',
  403: 'The key does not include Advanced operations.',
  304: 'The response has not changed.',
  404: 'The organization, filing, section, or evidence does not exist. For totals, a 404 means that no filings are loaded.',
  413: 'The body is larger than 256 KiB.',
  422: 'A parameter is invalid, or the page is too deep. Returned only on surface A.',
  429: 'The daily allowance is used up, requests arrive too fast, or the service is busy. Retry-After says when to retry.',
  500: 'Something went wrong in the service. Report the X-Request-Id to its operators.',
  503: 'The index or the store is unavailable, or the index has not been built. Retry-After says when to retry.',
}

const HEADERS: Record<string, OpenAPIV3_1.HeaderObject> = {
  'X-Request-Id': {
    description: 'The X-Request-Id that you sent, if it is a safe token; otherwise, a new ID.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Number of seconds to wait before you retry.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Policy': {
    description:
      'Allowance per UTC day: its name ("data" or "advanced"), the number of requests (q), and the window in seconds (w).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Number of requests left (r) and number of seconds until the reset (t).',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Send it as If-None-Match to get 304 if nothing has changed.',
    schema: { type: 'string' },
  },
  'X-Found': {
    description: 'Number of rows in the complete export.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Release': {
    description: 'Release of the index that all rows come from, such as 20260301t040506789z.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'File name with the date of the data and words from the query.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description: 'Duration of each phase in milliseconds. Returned only with q.',
    schema: { type: 'string' },
  },
}

/** Adds surfaces, example requests, headers, and parameter defaults to the document. */
export function describeOperations(
  document: OpenAPIV3_1.Document,
  operations: ReadonlyMap<string, Documented>,
): OpenAPIV3_1.Document {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const documented = operations.get(path)
    // No path has both.
    const operation = item?.get ?? item?.post
    if (!operation || !documented) continue
    const { examples } = documented
    describeResponses(operation, documented)
    for (const parameter of operation.parameters ?? []) {
      if ('schema' in parameter && parameter.schema) {
        parameter.schema = withDefault(parameter.schema)
      }
    }
    addParameters(operation, examples)
    addBody(operation, examples)
  }
  return {
    ...document,
    components: { ...document.components, headers: HEADERS },
    tags: GROUPS.map((group) => ({ ...group })),
  }
}

/** Statuses that count against an allowance or mean that it is used up. */
const COUNTED = new Set(['200', '304', '404', '429'])

function describeResponses(operation: Operation, { headers = [] }: Documented): void {
  const isTagged = headers.includes('ETag')
  if (isTagged) operation.responses = { ...operation.responses, 304: { description: '' } }
  const isCounted = operation.responses !== undefined && '429' in operation.responses
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if ('$ref' in response) continue
    response.description = STATUS[status] ?? response.description
    const names = [
      'X-Request-Id',
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
      ...(isCounted && COUNTED.has(status) ? ['RateLimit-Policy', 'RateLimit'] : []),
      ...(status === '200' ? headers : []),
      ...(status === '304' && isTagged ? ['ETag'] : []),
    ]
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}

type ParameterSchema = NonNullable<OpenAPIV3.ParameterObject['schema']>

// The generator drops `default` of transforming schemas, so parameters carry it as `x-default`.
function withDefault(schema: ParameterSchema): ParameterSchema {
  if (!('x-default' in schema)) return schema
  const { 'x-default': fallback, ...rest } = schema
  return { ...rest, default: fallback }
}

function addParameters({ parameters = [] }: Operation, requests: readonly ExampleRequest[]): void {
  for (const parameter of parameters) {
    if (!('in' in parameter)) continue
    const examples = toExamples(requests, ({ path, query }) =>
      parameter.in === 'path' ? path?.[parameter.name] : query?.[parameter.name],
    )
    if (Object.keys(examples).length > 0) parameter.examples = examples
  }
}

function addBody({ requestBody }: Operation, requests: readonly ExampleRequest[]): void {
  if (!requestBody || !('content' in requestBody)) return
  const content = requestBody.content[JSON_TYPE]
  if (content) content.examples = toExamples(requests, ({ body }) => body)
}

function toExamples(
  requests: readonly ExampleRequest[],
  read: (request: ExampleRequest) => unknown,
): Examples {
  const known = requests.flatMap((request) => {
    const value = read(request)
    return value === undefined ? [] : [[request.name, { summary: request.summary, value }] as const]
  })
  return Object.fromEntries(known)
}
