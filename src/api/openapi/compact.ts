import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject & { 'x-surface'?: string[] }
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject
type Response = OpenAPIV3_1.ResponseObject
type Shared = { parameters: Record<string, Parameter>; responses: Record<string, Response> }

/**
 * Returns the document as published, a third shorter, because agents read all of it: an operation has one
 * response for its errors and one example, repeated parameters are components, and schemas of
 * responses have no bounds.
 */
export function compact({ paths = {}, components, ...rest }: Document): Document {
  const shared: Shared = { parameters: {}, responses: {} }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, one]) => [path, method, one as Operation] as const),
  )
  const parameters = operations.map(([, , one]) => withOneExample(one.parameters))
  const refs = shareRepeated(parameters.flat(), shared.parameters)
  const items = operations.map(([path, method, operation], at) => {
    const own = parameters[at]?.map((one) => refs.get(JSON.stringify(one)) ?? one) ?? []
    const responses = compactResponses(operation, shared.responses)
    return [
      path,
      { [method]: { ...operation, ...(own.length > 0 && { parameters: own }), responses } },
    ]
  })
  return {
    ...rest,
    paths: Object.fromEntries(items),
    components: { ...components, ...shared, schemas: withoutBounds(components?.schemas ?? {}) },
  }
}

/** Returns parameters with the values of the first example. */
function withOneExample(parameters: readonly Parameter[] = []): Parameter[] {
  const all = parameters.flatMap((one) =>
    'examples' in one ? Object.keys(one.examples ?? {}) : [],
  )
  return parameters.map((parameter) => {
    if ('$ref' in parameter) return parameter
    const { examples, example: _, required, ...more } = parameter
    const example = examples?.[all[0] ?? '']
    return {
      ...more,
      ...(required && { required }),
      ...(example && 'value' in example && { example: example.value }),
    }
  })
}

/** Adds repeated parameters to `shared`. Returns their references by their JSON. */
function shareRepeated(all: readonly Parameter[], shared: Shared['parameters']) {
  const refs = new Map<string, Parameter | undefined>()
  for (const parameter of all) {
    const key = JSON.stringify(parameter)
    if ('$ref' in parameter || refs.get(key)) continue
    if (refs.has(key)) {
      const used = Object.keys(shared).filter((one) => one.replace(/\d+$/, '') === parameter.name)
      const name = used.length === 0 ? parameter.name : `${parameter.name}${used.length + 1}`
      shared[name] = parameter
      refs.set(key, { $ref: `#/components/parameters/${name}` })
    } else refs.set(key, undefined)
  }
  return refs
}

/** Headers of most responses. The introduction and the responses to errors describe them. */
const USUAL = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'Retry-After']

/** Returns an operation's responses, with a shared one for all of its errors. */
function compactResponses(operation: Operation, shared: Shared['responses']) {
  const all = Object.entries(operation.responses ?? {}) as [string, Response][]
  const errors = all.filter(([status]) => status >= '400')
  const statuses = errors.map(([status]) => status)
  const name = [...(operation['x-surface'] ?? []), ...statuses].join('-')
  const headers = USUAL.map((header) => [header, { $ref: `#/components/headers/${header}` }])
  shared[name] = {
    ...errors[0]?.[1],
    description: `${statuses.join(', ')}. The introduction explains each error.`,
    headers: Object.fromEntries(headers),
  }
  const others = all.filter((one) => !errors.includes(one))
  const kept = others.map(([status, response]) => {
    const own = Object.entries(response.headers ?? {}).filter(([one]) => !USUAL.includes(one))
    return [status, { ...withoutBounds(response), headers: Object.fromEntries(own) }]
  })
  return {
    ...Object.fromEntries(kept),
    default: { $ref: `#/components/responses/${name}` },
  }
}

/** Keywords of a schema that only help to write a value. */
const BOUNDS = /^(pattern|minimum|maximum|exclusiveMinimum|minItems|maxItems)$/
/** Keywords that only matter with another value than these. */
const USELESS = /^"(additionalProperties|propertyNames)":(false|\{\}|\{"type":"string"\})$/

const isUseless = ([keyword, value]: [string, unknown]): boolean =>
  BOUNDS.test(keyword) || USELESS.test(`"${keyword}":${JSON.stringify(value)}`)

/** Returns schemas of responses without such keywords. The service checks its responses itself. */
const withoutBounds = <Schemas>(schemas: Schemas): Schemas =>
  JSON.parse(JSON.stringify(schemas), (_, part) => {
    // Not a map of properties, which may have any names.
    const isSchema = typeof part?.type === 'string' || Array.isArray(part?.type)
    return isSchema
      ? Object.fromEntries(Object.entries(part).filter((one) => !isUseless(one)))
      : part
  })
