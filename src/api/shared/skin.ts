import { z } from 'zod'
import { cached } from './rename-keys.ts'

/** Names that surface A writes with capitals inside. */
const INITIALISMS = {
  ein: 'EIN',
  eins: 'EINs',
  cohortEins: 'CohortEINs',
  filedEin: 'FiledEIN',
  otherEins: 'OtherEINs',
  objectId: 'ObjectID',
  awardId: 'AwardID',
  uei: 'UEI',
  url: 'URL',
  xml: 'XML',
} as const

type Initialisms = typeof INITIALISMS

type NameOnA<Name extends string> = Name extends keyof Initialisms
  ? Initialisms[Name]
  : Capitalize<Name>

/** How each surface writes the camelCase name of a field. */
const NAMES = {
  A: cached(
    (name) => Object(INITIALISMS)[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ),
  B: cached((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
} satisfies Record<string, (name: string) => string>

export type Surface = keyof typeof NAMES

/** Returns the name of a field on surface A: `totalAmount` is `TotalAmount`, `ein` is `EIN`. */
export const nameOnA = NAMES.A

/** A schema with the names of surface A, for types. */
export type OnA<Schema> =
  Schema extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<
        { -readonly [Key in keyof Shape as NameOnA<Key & string>]: OnA<Shape[Key]> },
        Config
      >
    : Schema extends z.ZodArray<infer Item extends z.ZodType>
      ? z.ZodArray<OnA<Item> & z.ZodType>
      : Schema extends z.ZodOptional<infer Inner extends z.ZodType>
        ? z.ZodOptional<OnA<Inner> & z.ZodType>
        : Schema

/**
 * Returns a schema whose fields have the names of a surface, at all depths. The schema is written once,
 * in camelCase, and describes what a reader of the domain returns.
 */
export function skin<Schema extends z.ZodType>(schema: Schema, surface: 'A'): OnA<Schema>
export function skin(schema: z.ZodType, surface: Surface): z.ZodType
export function skin(schema: z.ZodType, surface: Surface): z.ZodType {
  const known = SKINS[surface].get(schema)
  if (known) return known
  const meta = schema.meta()
  const renamed = rename(schema, surface)
  const named = renamed === schema || meta === undefined ? renamed : renamed.meta(meta)
  SKINS[surface].set(schema, named)
  return named
}

// A schema with an id must be one object, however many schemas contain it.
const SKINS = { A: new WeakMap<z.ZodType, z.ZodType>(), B: new WeakMap<z.ZodType, z.ZodType>() }

/** Returns the schema itself if nothing in it has another name on the surface. */
function rename(schema: z.ZodType, surface: Surface): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
    const renamed = fields.map(
      ([key, field]) => [NAMES[surface](key), skin(field, surface)] as const,
    )
    const isSame = fields.every(
      ([key, field], at) => renamed[at]?.[0] === key && renamed[at]?.[1] === field,
    )
    return isSame ? schema : new z.ZodObject({ ...schema.def, shape: Object.fromEntries(renamed) })
  }
  if (schema instanceof z.ZodArray) {
    const element = skin(schema.element as z.ZodType, surface)
    return element === schema.element ? schema : new z.ZodArray({ ...schema.def, element })
  }
  if (schema instanceof z.ZodOptional) {
    const { innerType } = schema.def
    const renamed = skin(innerType as z.ZodType, surface)
    return renamed === innerType ? schema : new z.ZodOptional({ ...schema.def, innerType: renamed })
  }
  return schema
}

/** What a reader returns for a schema: what is not known may also be null, or another type's field. */
export type Unwritten<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? {
        [Key in keyof Shape as Shape[Key] extends z.ZodOptional ? never : Key]: Unwritten<
          Shape[Key]
        >
      } & {
        [Key in keyof Shape as Shape[Key] extends z.ZodOptional ? Key : never]?:
          | Unwritten<Shape[Key]>
          | null
          | undefined
      }
    : Schema extends z.ZodArray<infer Item>
      ? readonly Unwritten<Item>[]
      : Schema extends z.ZodOptional<infer Inner>
        ? Unwritten<Inner>
        : Schema extends z.ZodType
          ? z.input<Schema>
          : never

type Present = (value: never) => unknown

/**
 * Returns a function that writes a value of the schema with the names of a surface. It leaves out
 * what is null or undefined, and what the schema does not name.
 */
export function presenterOf<Schema extends z.ZodType>(
  schema: Schema,
  surface: Surface,
): (value: Unwritten<Schema>) => z.input<OnA<Schema> & z.ZodType>
export function presenterOf(schema: z.ZodType, surface: Surface): Present {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(
      ([key, field]) => [key, NAMES[surface](key), presenterOf(field, surface) as Present] as const,
    )
    return (value: Record<string, never>) => {
      const written: Record<string, unknown> = {}
      for (const [key, name, present] of fields) {
        const given = value[key]
        if (given !== undefined && given !== null) written[name] = present(given)
      }
      return written
    }
  }
  if (schema instanceof z.ZodArray) {
    const present = presenterOf(schema.element as z.ZodType, surface) as Present
    return (value: never[]) => value.map((item) => present(item))
  }
  if (schema instanceof z.ZodOptional)
    return presenterOf(schema.def.innerType as z.ZodType, surface) as Present
  return (value: unknown) => value
}
