import { Readable } from 'node:stream'
import { z } from 'zod'

/** Returns the schema of an object that OpenAPI lists under a name of its own. */
export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.strictObject(shape).meta({ id })

/** Returns the schema of a response that is streamed; `json` describes it in OpenAPI. */
export const streamed = (json: z.GlobalMeta) =>
  z.custom<Readable>((given) => given instanceof Readable).meta(json)

/** Schemas of fields that every response has, each with its meaning. */
export const required = {
  string: (meaning: string) => z.string().describe(meaning),
  strings: (meaning: string) => z.array(z.string()).describe(meaning),
  number: (meaning: string) => z.number().describe(meaning),
  int: (meaning: string) => z.int().describe(meaning),
  count: (meaning: string) => z.int().min(0).describe(meaning),
  boolean: (meaning: string) => z.boolean().describe(meaning),
  enum: <const Values extends readonly string[]>(values: Values, meaning: string) =>
    z.enum(values).describe(meaning),
  array: <Item extends z.ZodType>(item: Item, meaning: string) => z.array(item).describe(meaning),
  object: <Shape extends z.core.$ZodLooseShape>(meaning: string, shape: Shape) =>
    z.strictObject(shape).describe(meaning),
  objects: <Shape extends z.core.$ZodLooseShape>(meaning: string, shape: Shape) =>
    z.array(z.strictObject(shape)).describe(meaning),
}

/** Schemas of fields that a response may lack, each with its meaning. */
export const optional = {
  string: (meaning: string) => z.string().optional().describe(meaning),
  strings: (meaning: string) => z.array(z.string()).optional().describe(meaning),
  number: (meaning: string) => z.number().optional().describe(meaning),
  int: (meaning: string) => z.int().optional().describe(meaning),
  count: (meaning: string) => z.int().min(0).optional().describe(meaning),
  boolean: (meaning: string) => z.boolean().optional().describe(meaning),
  enum: <const Values extends readonly string[]>(values: Values, meaning: string) =>
    z.enum(values).optional().describe(meaning),
  array: <Item extends z.ZodType>(item: Item, meaning: string) =>
    z.array(item).optional().describe(meaning),
  /** True or absent. */
  true: (meaning: string) => z.literal(true).optional().describe(meaning),
  object: <Shape extends z.core.$ZodLooseShape>(meaning: string, shape: Shape) =>
    z.strictObject(shape).optional().describe(meaning),
  objects: <Shape extends z.core.$ZodLooseShape>(meaning: string, shape: Shape) =>
    z.array(z.strictObject(shape)).optional().describe(meaning),
}

/** Returns the schema of an object without a meaning of its own, which a response may lack. */
export const optionalObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape).optional()
