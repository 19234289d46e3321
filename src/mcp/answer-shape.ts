import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Operation } from '../tools/tool.ts'

/** A JSON Schema as in the OpenAPI document. */
export type Schema = {
  [word: string]: unknown
  $ref?: string
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
}
type OutputSchema = NonNullable<Described['outputSchema']>
/** Named schemas of the document, and how many levels of objects are still described. */
type Depth = { named: Readonly<Record<string, Schema>>; levels: number }

/**
 * Levels of objects in an output schema: the response and the objects in it. A client may put all
 * schemas into its model's context; the complete schemas are 73 KB, and a third level doubles their
 * size.
 */
const LEVELS = 2

const REFERENCE = '#/components/schemas/'
/** Keywords that help to read a value; words, bounds, and patterns only help to write one. */
const KEPT = ['type', 'const'] as const

/**
 * Returns the fields of a response and of the objects in it with their kinds, for all of its forms;
 * below that, only kinds. Every response that matches the complete schema matches this one.
 */
export function shapeOfAnswer(
  schemas: readonly [Schema, ...Schema[]],
  document: OpenAPIV3_1.Document,
  answers: Operation['answers'] = {},
  levels = LEVELS,
): OutputSchema {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>
  const forms = schemas.map((schema) => resolved(schema, named))
  const fields = forms.map((form) => shapeOf(form, { named, levels }).properties)
  const narrowed = Object.entries(answers).map(([field, name]) => {
    const one = shapeOf({ $ref: `${REFERENCE}${name}` }, { named, levels: LEVELS - 1 })
    return [field, one] as const
  })
  const [only, ...others] = forms
  return {
    type: 'object',
    properties: { ...either(fields), ...Object.fromEntries(narrowed) },
    // No field is in all forms for certain.
    ...(only?.required && others.length === 0 && { required: only.required }),
  }
}

/** Returns the fields of all forms; one that has several shapes may have any of them. */
function either(forms: readonly (Schema['properties'] | undefined)[]): Record<string, Schema> {
  const all = forms.flatMap((fields) => Object.entries(fields ?? {}))
  return Object.fromEntries(
    [...new Set(all.map(([name]) => name))].map((name) => {
      const shapes = all.flatMap(([own, shape]) => (own === name ? [shape] : []))
      return [name, eitherOf(shapes)]
    }),
  )
}

/** Returns the schema of a value that has one of some shapes, each listed once. */
function eitherOf(shapes: readonly Schema[]): Schema {
  const distinct = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()]
  const [only = {}, ...others] = distinct
  return others.length === 0 ? only : { anyOf: distinct }
}

/** Returns the schema that a reference points to. */
function resolved(schema: Schema, named: Depth['named']): Schema {
  const { $ref } = schema
  if ($ref === undefined) return schema
  const found = named[$ref.slice(REFERENCE.length)]
  if (!found) throw new Error(`The OpenAPI document has no schema ${$ref}.`)
  return found
}

function shapeOf(schema: Schema, depth: Depth): Schema {
  const whole = resolved(schema, depth.named)
  const { items, anyOf, oneOf } = whole
  // After the cut, a value may match several branches of a oneOf. Their fields would fill pages.
  const branches = (anyOf ?? oneOf)?.map((one) => shapeOf(one, { ...depth, levels: 0 }))
  return {
    ...Object.fromEntries(KEPT.flatMap((word) => (word in whole ? [[word, whole[word]]] : []))),
    ...(depth.levels > 0 && fieldsOf(whole, { ...depth, levels: depth.levels - 1 })),
    ...(items && { items: shapeOf(items, depth) }),
    ...(branches && eitherOf(branches)),
  }
}

function fieldsOf({ properties, additionalProperties }: Schema, depth: Depth): Schema {
  const fields = Object.entries(properties ?? {})
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, one]) => [name, shapeOf(one, depth)])),
    }),
    ...(Object.keys(Object(additionalProperties)).length > 0 && {
      additionalProperties: shapeOf(additionalProperties as Schema, depth),
    }),
  }
}
