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
/** Keywords that help to read a value; bounds and patterns only help to write one. */
const KEPT = ['type', 'enum', 'const'] as const

/**
 * Returns the fields of a response and of the objects in it with their kinds, for all of its forms;
 * below that, only kinds. Every response that matches the complete schema matches this one.
 */
export function shapeOfAnswer(
  schemas: readonly [Schema, ...Schema[]],
  document: OpenAPIV3_1.Document,
  answers: Operation['answers'] = {},
): OutputSchema {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>
  const forms = schemas.map((schema) => resolved(schema, named))
  const fields = forms.map((form) => shapeOf(form, { named, levels: LEVELS }).properties)
  const narrowed = Object.entries(answers).map(([field, name]) => {
    const one = shapeOf({ $ref: `${REFERENCE}${name}` }, { named, levels: LEVELS - 1 })
    return [field, one] as const
  })
  const [only, ...others] = forms
  return {
    type: 'object',
    properties: Object.assign({}, ...fields, Object.fromEntries(narrowed)),
    // If there are two forms, no field is in both.
    ...(only?.required && others.length === 0 && { required: only.required }),
  }
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
  // After the cut, a value may match several branches of a oneOf.
  const either = anyOf ?? oneOf
  return {
    ...Object.fromEntries(KEPT.flatMap((word) => (word in whole ? [[word, whole[word]]] : []))),
    ...(depth.levels > 0 && fieldsOf(whole, { ...depth, levels: depth.levels - 1 })),
    ...(items && { items: shapeOf(items, depth) }),
    ...(either && { anyOf: either.map((one) => shapeOf(one, depth)) }),
  }
}

function fieldsOf({ properties, additionalProperties }: Schema, depth: Depth): Schema {
  const fields = Object.entries(properties ?? {})
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, one]) => [name, shapeOf(one, depth)])),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: shapeOf(additionalProperties, depth),
    }),
  }
}
