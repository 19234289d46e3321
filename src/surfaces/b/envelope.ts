import { z } from 'zod'

/** Interface part 2.2: every response of surface B. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data, error: z.null() })

export const errorEnvelope = z
  .strictObject({ success: z.literal(false), data: z.null(), error: z.string() })
  .meta({ id: 'ErrorEnvelope' })

export const wrap = <Data>(data: Data) => ({ success: true as const, data, error: null })
