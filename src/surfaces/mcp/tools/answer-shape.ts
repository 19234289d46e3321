import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Tool } from './tool.ts'

/** A JSON Schema as the OpenAPI document holds it. */
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
/** Named schemas of the document, and how many levels of objects are still told. */
type Told = { named: Readonly<Record<string, Schema>>; levels: number }

/**
 * The answer and the objects in it: what a reader looks for first. Whole, the schemas of all tools
 * are 73 KB, which a client may put into its model's context before anything is asked; one level
 * more than this doubles what it costs. /openapi.json has them whole.
 */
const LEVELS = 2

const REFERENCE = '#/components/schemas/'
/** Bounds and patterns are for who makes a value, words for who reads the reference. */
const KEPT = ['type', 'enum', 'const'] as const

/**
 * The shape of a tool's answer, in each form it comes in: its fields and theirs with their kinds, and
 * of what lies deeper the kind alone. Every answer that fits the whole schema fits this one.
 */
export function shapeOfAnswer(
  schemas: readonly [Schema, ...Schema[]],
  document: OpenAPIV3_1.Document,
  answers: Tool['answers'] = {},
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
    // Of two forms an answer has the fields of one.
    ...(only?.required && others.length === 0 && { required: only.required }),
  }
}

/** What a reference names. */
function resolved(schema: Schema, named: Told['named']): Schema {
  const { $ref } = schema
  if ($ref === undefined) return schema
  const found = named[$ref.slice(REFERENCE.length)]
  if (!found) throw new Error(`The document has no schema ${$ref}.`)
  return found
}

function shapeOf(schema: Schema, told: Told): Schema {
  const whole = resolved(schema, told.named)
  const { items, anyOf, oneOf } = whole
  // Cut short, an answer may fit several of a oneOf where it fitted one.
  const either = anyOf ?? oneOf
  return {
    ...Object.fromEntries(KEPT.flatMap((word) => (word in whole ? [[word, whole[word]]] : []))),
    ...(told.levels > 0 && fieldsOf(whole, { ...told, levels: told.levels - 1 })),
    ...(items && { items: shapeOf(items, told) }),
    ...(either && { anyOf: either.map((one) => shapeOf(one, told)) }),
  }
}

function fieldsOf({ properties, additionalProperties }: Schema, told: Told): Schema {
  const fields = Object.entries(properties ?? {})
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, one]) => [name, shapeOf(one, told)])),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: shapeOf(additionalProperties, told),
    }),
  }
}
