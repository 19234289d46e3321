import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../errors.ts'

/** Every code of decisions part 2, each told in docs/errors.md. */
export const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
  description: 'Stable name of the error; what each means is told in the introduction.',
})

/** Interface part 2.1, Error. */
export const errorBody = z
  .strictObject({
    detail: z.union([
      z.looseObject({ ErrorCode: errorCode, Message: z.string() }),
      z.array(
        z.looseObject({
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
          type: z.string(),
          input: z.unknown().optional(),
        }),
      ),
    ]),
  })
  .meta({ id: 'Error' })

/** The errors any operation of surface A can answer, also one that is not counted. */
export const uncountedErrors = {
  400: errorBody,
  401: errorBody,
  422: errorBody,
  500: errorBody,
  503: errorBody,
}

/** Those of one that is. */
export const openErrors = { ...uncountedErrors, 429: errorBody }

/** The errors a question or feedback can meet (interface part 4.1). */
export const captureErrors = {
  ...openErrors,
  403: errorBody,
  404: errorBody,
  413: errorBody,
}
