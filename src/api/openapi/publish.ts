import type { OpenAPIV3_1 } from 'openapi-types'
import { compact } from './compact.ts'
import { isObject, isSchema, type Json } from './share-schemas.ts'

type Document = OpenAPIV3_1.Document

/**
 * Returns the document as published, which is short, because agents read all of it. A component that is
 * used once is written in its place, and `properties`, `enum`, and `const` imply a type.
 */
export function publish(document: Document): Document {
  const { paths, components, ...rest } = compact(document)
  const { schemas = {}, ...others } = components ?? {}
  const counts = new Map<string, number>()
  for (const [, name = ''] of JSON.stringify({ paths, components }).matchAll(REF))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const isOnce = (name: string) => counts.get(name) === 1
  const write = (part: unknown, isSent = false): unknown => {
    if (Array.isArray(part)) return part.map((one) => write(one, isSent))
    if (!isObject(part)) return part
    const [, name = ''] = [...`"${part.$ref}"`.matchAll(REF)][0] ?? []
    const { $ref: _, ...beside } = part
    if (isOnce(name)) return { ...(write(schemas[name], isSent) as Json), ...beside }
    const isImplied = !isSent && isSchema(part) && IMPLYING.some((keyword) => keyword in part)
    const written = Object.entries(isImplied ? typeless(part) : part)
    // A request is made from its schema.
    return Object.fromEntries(
      written.map(([key, one]) => [key, write(one, isSent || key === 'requestBody')]),
    )
  }
  const shared = Object.entries(schemas).filter(([name]) => !isOnce(name))
  return write({
    ...rest,
    paths,
    components: { ...others, schemas: Object.fromEntries(shared) },
  }) as Document
}

const REF = /"#\/components\/schemas\/(\w+)"/g
const IMPLYING = ['properties', 'enum', 'const']
const typeless = ({ type: _, ...schema }: Json): Json => schema
