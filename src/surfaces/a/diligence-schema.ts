import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { listOfEins } from '../parameters.ts'
import { notReadable } from './not-readable.ts'

/** Parameters of `GET /api/v2/charity/diligence-summary` (interface part 4.1). */
export const diligenceQuery = z.strictObject({
  EINs: listOfEins('Up to 25 EINs of nine digits each, separated by commas, each once.'),
})

export const readiness = z
  .strictObject({
    Label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
    Tone: z.enum(['Good', 'Caution', 'Concern']),
    ReviewReasons: z
      .array(z.string())
      .describe(
        'Sentences with the source named; what could not be looked at is told, too, also of who is clear.',
      ),
    RestrictionStatus: z
      .enum(['Confirmed', 'Review', 'Clear'])
      .optional()
      .describe(
        'By the OFAC and SAM lists that are loaded, of which ReviewReasons names those that are not: Review means that people must look. Absent, with both counts, when none is.',
      ),
    RestrictionConfirmed: z.int().min(0).optional().describe('Entries of the lists that mean it.'),
    RestrictionReview: z
      .int()
      .min(0)
      .optional()
      .describe('Entries that may mean it or an officer.'),
  })
  .meta({ id: 'Readiness' })

/** Interface part 2.1, DiligenceSummary. */
export const diligenceSummary = z
  .strictObject({
    Organizations: z
      .array(
        z.strictObject({
          EIN: z.int(),
          Name: z.string().optional(),
          Location: z.string().optional(),
          PrimaryForm: z.enum(FORMS).optional(),
          Revenue: z.number().optional().describe('US dollars, as filed for LatestYear.'),
          Assets: z.number().optional().describe('US dollars, as filed for LatestYear.'),
          NotReadable: notReadable,
          LatestYear: z.int().optional().describe('Tax year of the latest filing.'),
          Rating: z
            .strictObject({
              Score: z.int().min(0).max(100).describe('Whole points that it reached.'),
              State: z.literal('Scored'),
            })
            .optional(),
          Readiness: readiness.optional(),
        }),
      )
      .describe('In request order; an EIN that nothing is known of stands alone.'),
  })
  .meta({ id: 'DiligenceSummary' })
export type DiligenceSummary = z.output<typeof diligenceSummary>
