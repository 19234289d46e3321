import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'

/** What each status means, on both surfaces (decisions part 2). */
const STATUS: Record<string, string> = {
  200: 'The answer.',
  400: 'The request cannot be read or, on surface B, a parameter is not valid.',
  401: 'The credential is malformed, unknown or revoked.',
  422: 'A parameter is not valid, or the page is too deep (surface A).',
  429: 'Too many requests; Retry-After says when to come again.',
  500: 'The service failed; X-Request-Id leads its operators to the cause.',
  503: 'The index or the store cannot be reached or has not been built; Retry-After says when to come again.',
}

const HEADERS: Record<string, OpenAPIV3_1.HeaderObject> = {
  'X-Request-Id': {
    description: "The client's own X-Request-Id when it is a sane token, else a new one.",
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Server-Timing': {
    description: 'Milliseconds of each phase (search, mongo, build, audit, total); surface B only.',
    schema: { type: 'string' },
  },
}

/** The document with the meaning and headers of each response, and the defaults of parameters. */
export function describeOperations(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {})) {
    const operation = item?.get
    if (!operation) continue
    const isTimed = operation.tags?.includes('Surface B') === true
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('$ref' in response) continue
      response.description = STATUS[status] ?? response.description
      response.headers = headersOf(status, isTimed)
    }
    for (const parameter of operation.parameters ?? []) {
      if (!('schema' in parameter) || !parameter.schema) continue
      parameter.schema = withDefault(parameter.schema)
    }
  }
  return { ...document, components: { ...document.components, headers: HEADERS } }
}

function headersOf(status: string, isTimed: boolean): Record<string, OpenAPIV3_1.ReferenceObject> {
  const names = [
    'X-Request-Id',
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(status === '200' && isTimed ? ['Server-Timing'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

type ParameterSchema = NonNullable<OpenAPIV3.ParameterObject['schema']>

// The printer drops `default` of schemas that transform what they are given; the parameters carry
// it under a name that is passed on.
function withDefault(schema: ParameterSchema): ParameterSchema {
  if (!('x-default' in schema)) return schema
  const { 'x-default': fallback, ...rest } = schema
  return { ...rest, default: fallback }
}
