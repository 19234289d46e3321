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
  const isByParameter = (first.parameters ?? []).length > 0
  const merged = isByParameter ? mergeByParameter(first, second) : mergeByCredential(first, second)
  return {
    ...merged,
    responses: mergeResponses(
      first.responses ?? {},
      second.responses ?? {},
    ) as Operation['responses'],
  }
}

const mergeByCredential = (first: Operation, second: Operation): Operation => ({
  ...first,
  description: `With a key that includes Advanced operations: ${first.summary} (surface A). Without a key: ${second.summary} (surface B, in its envelope).`,
  // Surface B needs no credential.
  security: [{}, ...(first.security ?? [])],
  ...{ 'x-surface-by': 'credential' },
})

function mergeByParameter(first: Operation, second: Operation): Operation {
  const names = new Set(
    second.parameters?.map((parameter) => 'name' in parameter && parameter.name),
  )
  const parameters = [
    ...(first.parameters ?? [])
      .filter((own) => !('name' in own && names.has(own.name)))
      .map((own) => addCondition(own, 'Query')),
    ...(second.parameters ?? []).map((own) => addCondition(own, 'q')),
  ]
  return {
    ...first,
    description: `Requires either Query or q. With Query: ${first.summary} (surface A). With q: ${second.summary} (surface B, in its envelope). Each surface rejects the parameters of the other.`,
    // Each surface requires a parameter that the other rejects, so neither is required here.
    parameters: parameters.map((parameter) => ({ ...parameter, required: false })),
  }
}

type Parameter = NonNullable<Operation['parameters']>[number]

function addCondition(parameter: Parameter, chosen: 'Query' | 'q'): Parameter {
  if (!('name' in parameter)) return parameter
  const condition =
    parameter.name === chosen ? 'Send either Query or q.' : `Accepted only with ${chosen}.`
  return { ...parameter, description: `${parameter.description ?? ''} ${condition}`.trim() }
}

function mergeResponses(
  first: OpenAPIV3_1.ResponsesObject,
  second: OpenAPIV3_1.ResponsesObject,
): OpenAPIV3_1.ResponsesObject {
  const statuses = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries(
    [...statuses].map((status) => {
      const both = [first[status], second[status]].flatMap((one) => (one ? [one] : []))
      const schemas = both.flatMap((one) => {
        const schema = 'content' in one ? one.content?.['application/json']?.schema : undefined
        return schema ? [schema] : []
      })
      const [description] = both.flatMap((one) => ('description' in one ? [one.description] : []))
      const [only, ...others] = schemas
      const schema = others.length > 0 ? { oneOf: schemas } : only
      const content = { 'application/json': { ...(schema && { schema }) } }
      return [status, { description: description || 'The response.', content }]
    }),
  )
}
