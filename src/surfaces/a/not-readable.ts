import { z } from 'zod'

/** Lines that hold a text instead of an amount: filed, but no figure. */
export const notReadable = z
  .array(
    z.strictObject({
      Figure: z.string().describe('The field that is absent.'),
      EvidenceRef: z.string(),
    }),
  )
  .optional()
  .describe('Amounts that are filed as a text that is not an amount, each with its Ref.')

/** The list of Refs by field; nothing when it would be empty. */
export function presentNotReadable(refs: Readonly<Record<string, string | undefined>>) {
  const found = Object.entries(refs).flatMap(([figure, ref]) =>
    ref === undefined ? [] : [{ Figure: figure, EvidenceRef: ref }],
  )
  return found.length > 0 && { NotReadable: found }
}
