import { z } from 'zod'

/** Interface part 2.1, Error. */
export const errorBody = z
  .strictObject({
    detail: z.union([
      z.looseObject({ ErrorCode: z.string(), Message: z.string() }),
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

/** The errors any open operation of surface A can answer. */
export const openErrors = {
  400: errorBody,
  401: errorBody,
  422: errorBody,
  500: errorBody,
  503: errorBody,
}
