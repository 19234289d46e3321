import { z } from 'zod'
import { integer } from '#src/api/shared/parameters.ts'

/** Returns the schema of a form's parameters. A form sends empty fields, which count as absent. */
export const fromForm = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (given) =>
      Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== '')),
    z.object(shape),
  )

/** The page of a list, from 1. Lists end at the 10,000th row. */
export const pageOf = integer({
  min: 1,
  max: 10_000,
  fallback: 1,
  description: 'Page of the list.',
})
