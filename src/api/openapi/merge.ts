import type { OpenAPIV3_1 } from 'openapi-types'

type Operation = NonNullable<NonNullable<OpenAPIV3_1.PathsObject[string]>['get']>

/**
 * OpenAPI allows one operation per path and method. If two surfaces share a path, the second is
 * collected under a path with this ending and then merged into the first.
 */
export const SECOND = '#b'

/** Returns the document with one operation for each path and method. */
export function mergeSurfaces(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const paths = { ...document.paths }
  for (const path of Object.keys(paths).filter((name) => name.endsWith(SECOND))) {
    const shared = path.slice(0, -SECOND.length)
    const [first, second] = [paths[shared]?.get, paths[path]?.get]
    if (first && second) paths[shared] = { get: mergeOperations(first, second) }
    delete paths[path]
  }
  return { ...document, paths }
}

/**
 * Returns the document without schemas that no operation uses: each named schema is printed twice,
 * as input and as output.
 */
export function withoutUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const reach = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name) || !schemas[name]) continue
      used.add(name)
      reach(schemas[name])
    }
  }
  reach(document.paths)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  }
}

/**
 * Merges two operations at one path. A search's surface depends on a parameter, that of totals on a
 * credential.
 */
function mergeOperations(first: Operation, second: Operation): Operation {
  const named = [...(first.parameters ?? []), ...(second.parameters ?? [])].map(
    // Each surface requires a parameter that the other rejects, so neither is required here.
    (parameter) =>
      ['name' in parameter && parameter.name, { ...parameter, required: false }] as const,
  )
  // The parameter that surface A only rejects is surface B's.
  const parameters = [...new Map(named).values()]
  const isByParameter = parameters.length > 0
  return {
    ...first,
    ...second,
    operationId: first.operationId,
    summary: first.summary,
    description: isByParameter
      ? `Requires either Query or q. With Query and other UpperCamelCase parameters: ${first.summary} (surface A). With q and other lowercase parameters: ${second.summary} (surface B, in its envelope). Each surface rejects the parameters of the other.`
      : `With a key that includes Advanced operations: ${first.summary} (surface A). Without a key: ${second.summary} (surface B, in its envelope).`,
    parameters,
    responses: mergeResponses(first.responses, second.responses),
    ...(!isByParameter && { 'x-surface-by': 'credential' }),
  } as Operation
}

type Responses = OpenAPIV3_1.ResponsesObject

function mergeResponses(first: Responses = {}, second: Responses = {}): Responses {
  const statuses = Object.keys({ ...first, ...second })
  return Object.fromEntries(
    statuses.map((status) => {
      const schemas = [first[status], second[status]].flatMap((response) => {
        const content = response && 'content' in response ? response.content : undefined
        return content?.['application/json']?.schema ?? []
      })
      const schema = schemas.length > 1 ? { oneOf: schemas } : schemas[0]
      return [
        status,
        { description: '', content: { 'application/json': { ...(schema && { schema }) } } },
      ]
    }),
  )
}
