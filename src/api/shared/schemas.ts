import { Readable } from 'node:stream'
import { z } from 'zod'

/** Returns the schema of an object that OpenAPI lists under a name of its own. */
export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.strictObject(shape).meta({ id })

/** Returns the schema of a response that is streamed; `json` describes it in OpenAPI. */
export const streamed = (json: z.GlobalMeta) =>
  z.custom<Readable>((given) => given instanceof Readable).meta(json)

/** Returns the schema of an object that a response may lack. */
export const optionalObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape).optional()
