import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { integer, oneOf, opaque } from '../parameters.ts'

/** Parameters of `GET /api/v2/charity/{ein}/filings` (interface part 4.1). */
export const filingsQuery = z.strictObject({
  Form: oneOf(FORMS, "Form to list; the organization's primary form when left out.").optional(),
  Cursor: opaque('NextCursor of the answer before.'),
  Limit: integer({ min: 1, max: 100, fallback: 25, description: 'Filings an answer.' }),
})

const filing = z.strictObject({
  Year: z.int().describe('Tax year.'),
  TaxPeriodEnd: z.iso.date(),
  Validation: z.looseObject({
    Status: z
      .enum(['Current', 'Superseded', 'Excluded'])
      .describe(
        'Superseded: a later submission for the same form and period counts instead. Excluded: the ' +
          'operator excluded the filing, and no figure is taken from it; Warnings say why.',
      ),
    SupersededBy: z.string().optional().describe('Object id of the one that counts.'),
    Amended: z.literal(true).optional(),
    Initial: z.literal(true).optional(),
    Final: z.literal(true).optional(),
    GroupReturn: z.literal(true).optional(),
    ShortYear: z.literal(true).optional().describe('The period has under twelve months.'),
    Warnings: z
      .array(z.string())
      .describe('What was odd about it when it was loaded, and why it is excluded.'),
  }),
  Source: z.looseObject({
    ObjectID: z.string(),
    Archive: z.string(),
    Member: z.string().optional().describe('Path within the archive.'),
    ReceivedOn: z.iso.date().optional(),
    SchemaVersion: z.string().optional(),
    TaxPeriodBegin: z.iso.date().optional(),
    Links: z
      .looseObject({ Page: z.string().optional() })
      .optional()
      .describe('Page is there when form and year open this very filing.'),
  }),
})

/** Interface part 2.1, CharityFilings. */
export const charityFilings = z
  .strictObject({
    Form: z.enum(FORMS),
    Filings: z.array(filing),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'CharityFilings' })
export type CharityFilings = z.output<typeof charityFilings>
