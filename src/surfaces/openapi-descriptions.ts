import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'

/** What each status means, on both surfaces (decisions part 2). */
const STATUS: Record<string, string> = {
  200: 'The answer.',
  400: 'The request cannot be read or, on surface B, a parameter is not valid.',
  401: 'The credential is malformed, unknown or revoked.',
  304: 'Not modified: the client has this answer already (If-None-Match).',
  404: 'No such organization, filing, section or evidence is known.',
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
  ETag: {
    description: 'Weak tag of the answer; sent back as If-None-Match it answers 304.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description: 'Milliseconds of each phase (search, mongo, build, audit, total); surface B only.',
    schema: { type: 'string' },
  },
}

/** Operations whose answers carry an ETag (interface part 4.1). */
const TAGGED = new Set(['/api/v2/charity/{ein}/page'])

/** The document with the meaning and headers of each response, and the defaults of parameters. */
export function describeOperations(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const operation = item?.get
    if (!operation) continue
    const kind = {
      isTimed: operation.tags?.includes('Surface B') === true,
      isTagged: TAGGED.has(path),
    }
    if (kind.isTagged) operation.responses = { ...operation.responses, 304: { description: '' } }
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('$ref' in response) continue
      response.description = STATUS[status] ?? response.description
      response.headers = headersOf(status, kind)
    }
    for (const parameter of operation.parameters ?? []) {
      if (!('schema' in parameter) || !parameter.schema) continue
      parameter.schema = withDefault(parameter.schema)
    }
  }
  return { ...document, components: { ...document.components, headers: HEADERS } }
}

type Kind = { isTimed: boolean; isTagged: boolean }

function headersOf(
  status: string,
  { isTimed, isTagged }: Kind,
): Record<string, OpenAPIV3_1.ReferenceObject> {
  const names = [
    'X-Request-Id',
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(status === '200' && isTimed ? ['Server-Timing'] : []),
    ...(isTagged && (status === '200' || status === '304') ? ['ETag'] : []),
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
