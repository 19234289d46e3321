import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { LIST_LENGTH } from '../../sector/top-lists.ts'

const organization = z.strictObject({
  EIN: z.string().regex(/^\d{9}$/),
  Name: z.string(),
  Score: z.int().min(0).max(100).describe('The rating, in whole points that it reached.'),
  Location: z.string().optional(),
  PrimaryForm: z.enum(FORMS).optional(),
  Revenue: z.number().optional().describe('Total revenue of the latest return, as filed.'),
  LatestYear: z.int().optional(),
})

/** Interface part 2.1, TopLists. */
export const topLists = z
  .strictObject({
    Week: z.int().min(1).max(53).describe('Week of ISO 8601 in which the lists were computed.'),
    FilingYear: z
      .int()
      .describe(
        'Tax year most of the sector has filed for; organizations behind it are not listed.',
      ),
    Lists: z
      .array(
        z.strictObject({
          Key: z.string().describe('Letter of the NTEE major group.'),
          Title: z.string().describe('What CauseLabel of a search takes.'),
          Description: z.string(),
          Causes: z
            .array(z.string())
            .describe('Cause labels within the group; Cause of a search takes each.'),
          Organizations: z
            .array(organization)
            .length(LIST_LENGTH)
            .describe('Largest first by filed revenue.'),
        }),
      )
      .min(1),
  })
  .meta({ id: 'TopLists' })
export type TopLists = z.output<typeof topLists>
