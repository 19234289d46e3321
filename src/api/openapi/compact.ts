import type { OpenAPIV3_1 } from 'openapi-types'
import { isSchema, type Json, shareFields } from './share-schemas.ts'

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject
type Response = OpenAPIV3_1.ResponseObject
type Shared = { parameters: Record<string, Parameter>; responses: Record<string, Response> }

/**
 * Returns the document in which everything is said once: equal parameters, errors, and groups of
 * fields are components, an operation has one example, and schemas of responses have no bounds.
 */
export function compact({ paths = {}, components = {}, ...rest }: Document): Document {
  const shared: Shared = { parameters: {}, responses: {} }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, one]) => [path, method, one as Operation] as const),
  )
  const parameters = operations.map(([, , one]) => withOneExample(one.parameters))
  const refs = shareRepeated(parameters.flat(), shared.parameters)
  const items = operations.map(([path, method, operation], at) => {
    const own = parameters[at]?.map((one) => refs.get(keyOf(one)) ?? one) ?? []
    const responses = compactResponses(operation, shared.responses)
    return [
      path,
      { [method]: { ...operation, ...(own.length > 0 && { parameters: own }), responses } },
    ]
  })
  const schemas = shareFields(withoutBounds(components.schemas ?? {}) as Json)
  const headers = Object.entries(components.headers ?? {}).filter(([one]) => !USUAL.includes(one))
  return {
    ...rest,
    paths: Object.fromEntries(items),
    components: { ...components, ...shared, schemas, headers: Object.fromEntries(headers) },
  } as Document
}

/** Returns parameters with the values of the first example. */
function withOneExample(parameters: readonly Parameter[] = []): Parameter[] {
  const all = parameters.flatMap((one) =>
    'examples' in one ? Object.keys(one.examples ?? {}) : [],
  )
  const said = new Set<string | undefined>()
  return parameters.map((parameter) => {
    if ('$ref' in parameter) return parameter
    const { examples, example: _, required, description, ...rest } = parameter
    // Surface B's parameters of a search are those of surface A.
    const more = said.has(description) ? rest : { ...rest, ...(description && { description }) }
    said.add(description)
    const example = examples?.[all[0] ?? '']
    return {
      ...more,
      ...(required && { required }),
      ...(example && 'value' in example && { example: example.value }),
    }
  })
}

/** Parameters are equal even if their examples differ. */
const keyOf = (parameter: Parameter): string => JSON.stringify({ ...parameter, example: undefined })

/** Adds repeated parameters to `shared`. Returns their references by their keys. */
function shareRepeated(all: readonly Parameter[], shared: Shared['parameters']) {
  const refs = new Map<string, Parameter | undefined>()
  for (const parameter of all) {
    const key = keyOf(parameter)
    if ('$ref' in parameter || refs.get(key)) continue
    if (refs.has(key)) {
      const name = unusedName(parameter.name, shared)
      shared[name] = parameter
      refs.set(key, { $ref: `#/components/parameters/${name}` })
    } else refs.set(key, undefined)
  }
  return refs
}

function unusedName(name: string, used: object): string {
  for (let number = 2; ; number += 1) {
    const own = number === 2 ? name : `${name}${number - 1}`
    if (!Object.hasOwn(used, own)) return own
  }
}

/** Headers of most responses. The introduction describes them. */
const USUAL = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'Retry-After']

/** Returns an operation's responses, with a shared one for all of its errors. */
function compactResponses(operation: Operation, shared: Shared['responses']) {
  const all = Object.entries(operation.responses ?? {}) as [string, Response][]
  const [, error = { description: '' }] = all.find(([status]) => status >= '400') ?? []
  const forms = JSON.stringify(error.content).matchAll(/schemas\/(\w+)/g)
  const name = [...forms].map(([, form]) => form).join('Or')
  const { headers: _, ...shown } = error
  shared[name] = { ...shown, description: 'An error. /llms-full.txt explains each of them.' }
  const kept = all.flatMap(([status, { headers: given, ...response }]) => {
    if (status >= '400') return []
    const own = Object.entries(given ?? {}).filter(([one]) => !USUAL.includes(one))
    const named = own.length > 0 && { headers: Object.fromEntries(own) }
    return [[status, { ...(withoutBounds(response) as Response), ...named }]]
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
const withoutBounds = (schemas: object): unknown =>
  JSON.parse(JSON.stringify(schemas), (_, part) =>
    isSchema(part)
      ? Object.fromEntries(Object.entries(part).filter((one) => !isUseless(one)))
      : part,
  )
