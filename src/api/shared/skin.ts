import { z } from 'zod'

/** Names that surface A writes with capitals inside. */
const INITIALISMS = {
  ein: 'EIN',
  eins: 'EINs',
  cohortEins: 'CohortEINs',
  filedEin: 'FiledEIN',
  filerEin: 'FilerEIN',
  otherEins: 'OtherEINs',
  objectId: 'ObjectID',
  awardId: 'AwardID',
  familyId: 'FamilyID',
  irsRecognitionDate: 'IRSRecognitionDate',
  recipientDbaName: 'RecipientDBAName',
  cta: 'CTA',
  seo: 'SEO',
  uei: 'UEI',
  url: 'URL',
  xml: 'XML',
  zip: 'ZIP',
} as const

type Initialisms = typeof INITIALISMS

// A field that is true or false has the same name as in the domain, without its "is".
type Plain<Name extends string> = Name extends `is${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? Name
    : Uncapitalize<Rest>
  : Name

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

type NameOn<On extends Surface, Name extends string> = On extends 'A'
  ? Name extends keyof Initialisms
    ? Initialisms[Name]
    : Capitalize<Plain<Name>>
  : SnakeCase<Plain<Name>>

const toPlain = (name: string): string =>
  name.replace(/^is(?=[A-Z])(.)/, (_, letter: string) => letter.toLowerCase())

// A single letter can be a word: scheduleJPeople.
const WORD_START = /(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g

/** Caches names, because tables have many rows, their keys repeat, and a new string is a slow key. */
function cached(rename: (key: string) => string): (key: string) => string {
  const names = new Map<string, string>()
  return (key) => {
    const known = names.get(key)
    if (known !== undefined) return known
    const name = rename(key)
    names.set(key, name)
    return name
  }
}

/** How each surface writes a name in camelCase, such as the key of a metric or of a column. */
const CASES = {
  A: cached((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  B: cached((name) => name.replaceAll(WORD_START, (letter) => `_${letter}`).toLowerCase()),
} satisfies Record<string, (name: string) => string>

/** How each surface writes the name of a field. */
const NAMES = {
  A: cached((name) => Object(INITIALISMS)[name] ?? CASES.A(toPlain(name))),
  B: cached((name) => CASES.B(toPlain(name))),
} satisfies typeof CASES

export type Surface = keyof typeof CASES

/** Returns the name of a field on surface A: `totalAmount` is `TotalAmount`, `ein` is `EIN`. */
export const nameOnA = NAMES.A

/** Returns `total_amount` for `totalAmount`. */
export const toSnakeCase = CASES.B

/** Schemas whose value is a name, or whose keys are names, which each surface writes in its case. */
const ARE_NAMES = z.registry<{ what: 'value' | 'keys' }>()

/** Returns a schema whose value is a name in camelCase, such as the key of a metric. */
export const nameOf = <Schema extends z.ZodType>(schema: Schema): Schema => {
  ARE_NAMES.add(schema, { what: 'value' })
  return schema
}

/** Returns the schema of one of a few words; each surface writes them like names of fields. */
export const oneWord = (words: readonly string[], meaning?: string): z.ZodType<string, string> => {
  const schema = nameOf(z.enum(words))
  return meaning === undefined ? schema : schema.describe(meaning)
}

/** Returns a schema whose keys are names in camelCase, and whose values have no names. */
export const keysOf = <Schema extends z.ZodType>(schema: Schema): Schema => {
  ARE_NAMES.add(schema, { what: 'keys' })
  return schema
}

/** Other names of fields on one surface, by their names in camelCase. */
export type Renamed = Readonly<Record<string, string>>

type Field<On extends Surface, Other extends Renamed, Name> = Name extends keyof Other
  ? Other[Name]
  : NameOn<On, Name & string>

/** A schema with the names of a surface, for types. */
type On<On_ extends Surface, Other extends Renamed, Schema> =
  Schema extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<
        {
          -readonly [Key in keyof Shape as Field<On_, Other, Key>]: On<On_, Other, Shape[Key]>
        } & (On_ extends 'B' ? { _src: z.ZodOptional<z.ZodString> } : unknown),
        Config
      >
    : Schema extends z.ZodArray<infer Item extends z.ZodType>
      ? z.ZodArray<On<On_, Other, Item> & z.ZodType>
      : Schema extends z.ZodOptional<infer Inner extends z.ZodType>
        ? z.ZodOptional<On<On_, Other, Inner> & z.ZodType>
        : Schema extends z.ZodRecord<infer Key, infer Item extends z.ZodType>
          ? z.ZodRecord<Key, On<On_, Other, Item> & z.ZodType>
          : Schema

export type OnA<Schema, Other extends Renamed = Record<never, never>> = On<'A', Other, Schema>

const SKINS = new WeakMap<z.ZodType, Map<string, z.ZodType>>()

/**
 * Returns a schema whose fields have the names of a surface, at all depths. The schema is written once,
 * in camelCase, and describes what a reader of the domain returns. In descriptions, `$field` stands for
 * the name of the field on the surface. On surface B, the name of a component ends in B, and what has a
 * `ref` below it may have a source, `_src`.
 */
export function skin<
  Schema extends z.ZodType,
  const On_ extends Surface,
  const Other extends Renamed = Record<never, never>,
>(schema: Schema, surface: On_, other?: Other): On<On_, Other, Schema>
export function skin(schema: z.ZodType, surface: Surface, given: Renamed = {}): z.ZodType {
  // Names of other fields would make a second schema of the same shape.
  const other = hasField(schema, (name) => Object.hasOwn(given, name)) ? given : {}
  const known = SKINS.get(schema) ?? new Map<string, z.ZodType>()
  SKINS.set(schema, known)
  const key = `${surface}${JSON.stringify(other)}`
  const written = known.get(key) ?? describe(schema, surface, other)
  known.set(key, written)
  return written
}

function describe(schema: z.ZodType, surface: Surface, other: Renamed): z.ZodType {
  const nameIn = namerOf(surface, other)
  // Only a description is a copy with the same definition.
  const plain = schema._zod.parent?._zod.def === schema._zod.def ? schema._zod.parent : undefined
  const renamed = plain ? skin(plain as z.ZodType, surface, other) : rename(schema, surface, other)
  const meta = METAS.get(schema) ?? z.globalRegistry.get(schema)
  if (meta === undefined) return renamed
  const description = meta.description?.replaceAll(/\$([a-z]\w*)/gi, (_, name) => nameIn(name))
  const id = surface === 'B' && meta.id ? `${meta.id.replace(/B$/, '')}B` : meta.id
  if (renamed === (plain ?? schema) && description === meta.description && id === meta.id)
    return schema
  if (meta.id && renamed !== (plain ?? schema)) {
    METAS.set(schema, meta)
    z.globalRegistry.remove(schema)
  }
  return renamed.meta({ ...meta, ...(description && { description }), ...(id && { id }) })
}

/** The names and descriptions of schemas in camelCase, which OpenAPI does not list. */
const METAS = new WeakMap<z.ZodType, z.core.GlobalMeta>()

const namerOf = (surface: Surface, other: Renamed) => (name: string) =>
  Object.hasOwn(other, name) ? (other[name] ?? name) : NAMES[surface](name)

function rename(schema: z.ZodType, surface: Surface, other: Renamed): z.ZodType {
  const below = <Below>(field: Below) => skin(field as z.ZodType, surface, other)
  if (schema instanceof z.ZodObject) {
    const nameIn = namerOf(surface, other)
    const shape = Object.entries(schema.shape).map(([key, field]) => [nameIn(key), below(field)])
    const source = surface === 'B' && hasField(schema, isRef) ? { _src: SOURCE } : {}
    const isSame = shape.every(([key, field]) => schema.shape[key as string] === field)
    if (isSame && !('_src' in source)) return schema
    return new z.ZodObject({ ...schema.def, shape: { ...Object.fromEntries(shape), ...source } })
  }
  if (schema instanceof z.ZodArray) {
    const element = below(schema.element)
    return element === schema.element ? schema : new z.ZodArray({ ...schema.def, element })
  }
  if (schema instanceof z.ZodOptional) {
    const innerType = below(schema.def.innerType)
    return innerType === schema.def.innerType
      ? schema
      : new z.ZodOptional({ ...schema.def, innerType })
  }
  if (schema instanceof z.ZodRecord) {
    const { keyType, valueType } = schema.def
    const [key, value] = [below(keyType) as z.ZodEnum, below(valueType)]
    if (key === keyType && value === valueType) return schema
    return keyType instanceof z.ZodEnum ? z.partialRecord(key, value) : z.record(key, value)
  }
  if (schema instanceof z.ZodEnum && ARE_NAMES.has(schema))
    return z.enum(schema.options.map((word) => CASES[surface](String(word))))
  return schema
}

const SOURCE = z.string().optional()
const isRef = (name: string): boolean => name === 'ref'

/** Returns whether an object in the value of a schema may have such a field. */
function hasField(schema: unknown, isWanted: (name: string) => boolean): boolean {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).some(
      ([name, field]) => isWanted(name) || hasField(field, isWanted),
    )
  if (schema instanceof z.ZodArray) return hasField(schema.element, isWanted)
  if (schema instanceof z.ZodOptional) return hasField(schema.def.innerType, isWanted)
  return schema instanceof z.ZodRecord && hasField(schema.def.valueType, isWanted)
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
        : Schema extends z.ZodRecord<z.core.$ZodRecordKey, infer Item>
          ? Readonly<Record<string, Unwritten<Item> | undefined>>
          : Schema extends z.ZodType
            ? z.input<Schema>
            : never

type Present = (value: never) => unknown

/**
 * Returns a function that writes a value of the schema with the names of a surface. It leaves out
 * what is null or undefined, and what the schema does not name.
 */
export function presenterOf<
  Schema extends z.ZodType,
  const On_ extends Surface,
  const Other extends Renamed = Record<never, never>,
>(
  schema: Schema,
  surface: On_,
  other?: Other,
): (value: Unwritten<Schema>) => z.input<On<On_, Other, Schema> & z.ZodType>
export function presenterOf(schema: z.ZodType, surface: Surface, other: Renamed = {}): Present {
  const below = <Below>(field: Below) => presenterOf(field as z.ZodType, surface, other) as Present
  const what = ARE_NAMES.get(schema)?.what
  if (what === 'value') return CASES[surface]
  if (what === 'keys')
    return (value: Record<string, never>) => renameAll(value, CASES[surface], (item) => item)
  if (schema instanceof z.ZodObject) {
    const nameIn = namerOf(surface, other)
    const fields = Object.entries(schema.shape).map(
      ([key, field]) => [key, nameIn(key), below(field)] as const,
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
    const present = below(schema.element)
    return (value: never[]) => value.map((item) => present(item))
  }
  if (schema instanceof z.ZodOptional) return below(schema.def.innerType)
  if (schema instanceof z.ZodRecord) {
    const present = below(schema.def.valueType)
    const rename = ARE_NAMES.has(schema.def.keyType as z.ZodType) ? CASES[surface] : String
    return (value: Record<string, never>) => renameAll(value, rename, present)
  }
  return (value: unknown) => value
}

function renameAll(
  value: Record<string, never>,
  rename: (key: string) => string,
  present: Present,
): object {
  const written: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && item !== null) written[rename(key)] = present(item)
  }
  return written
}
