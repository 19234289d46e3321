import type { OpenAPIV3_1 } from 'openapi-types'

/**
 * The document as the reference page gets it: its form to send a request fills in the first word of
 * every list of words, which no request wants, unless the example says that it leaves the parameter
 * out (`x-disabled`, an extension of the page's maker).
 */
export function forReference(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const copy = structuredClone(document)
  // The page may ask its own origin alone, whatever the address for programs is.
  copy.servers = [{ url: '/' }]
  for (const item of Object.values(copy.paths ?? {})) {
    const parameters = (item?.get ?? item?.post)?.parameters ?? []
    const named = parameters.filter((parameter) => 'in' in parameter)
    const examples = new Set(named.flatMap((parameter) => Object.keys(parameter.examples ?? {})))
    if (examples.size === 0) examples.add('default')
    for (const parameter of named.filter(({ required }) => !required)) {
      const left = [...examples].filter((name) => parameter.examples?.[name] === undefined)
      const disabled = left.map((name) => [name, { 'x-disabled': true }])
      parameter.examples = { ...parameter.examples, ...Object.fromEntries(disabled) }
    }
  }
  return copy
}
