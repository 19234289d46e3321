import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, NOT_COUNTED } from '#src/domain/network.ts'
import { nextCursor } from '../fields.ts'
import { matchShape } from '../money-network.ts'

const text = z.string().optional()

const sum = {
  RowCount: z.int().min(0),
  AmountCount: z.int().min(0).describe('Number of rows that state an amount.'),
  TotalAmount: z
    .number()
    .optional()
    .describe('Sum of these amounts in US dollars. Absent if no row states an amount.'),
}

const grantHit = z
  .looseObject({
    Funder: z.looseObject({ EIN: z.string().regex(/^\d{9}$/), Name: text, State: text }),
    Recipient: z
      .looseObject({
        EIN: text.describe('Absent if the recipient was not identified.'),
        Name: z.string(),
        City: text,
        State: text,
        Country: text,
        Region: text,
      })
      .describe('Name and place as filed in the row.'),
    Amount: z
      .number()
      .optional()
      .describe('Cash and noncash amounts in US dollars. Absent if no amount was filed.'),
    Purpose: text,
    TaxYear: z.int(),
    Form: z.enum(FORMS),
    Category: z.enum(EDGE_CATEGORIES),
    NotCounted: z
      .enum(NOT_COUNTED)
      .optional()
      .describe('Why totals leave the row out. Absent if they include it.'),
    ...matchShape,
    EvidenceRef: z
      .string()
      .describe('Ref of the row. To get the evidence, send it as EvidenceRef to a section.'),
    Citation: z.string().describe('Citation for readers: form, tax year, part, and line.'),
    Match: z
      .looseObject({
        Kind: z.enum(['EIN', 'Words', 'Meaning', 'Filter']),
        Field: z.enum(['FunderEIN', 'RecipientEIN', 'Purpose', 'RecipientName', 'Filters']),
        Similarity: z.number().optional(),
      })
      .describe(
        'Why the row is here: a word of Query is in the purpose or in the name of the recipient, or the purpose means the same (with the similarity, 0 to 1).',
      ),
  })
  .meta({ id: 'GrantHit' })

export const grantResults = z
  .strictObject({
    Query: text,
    Interpretation: z
      .strictObject({
        Text: z.string().describe('Words of the purpose that were searched.'),
        Phrases: z.array(z.strictObject({ Phrase: z.string(), Meaning: z.string() })),
        NotUnderstood: z.array(z.string()).optional(),
      })
      .optional()
      .describe('How Query was understood. Absent if all of it was searched as words.'),
    Hits: z.array(grantHit),
    Found: z.int().min(0).describe('Number of matching rows on all pages.'),
    Totals: z
      .strictObject({
        Grants: z.strictObject(sum).optional(),
        Other: z
          .array(
            z.strictObject({
              Category: z.enum(EDGE_CATEGORIES),
              ...sum,
              NotCounted: z.strictObject(sum).optional(),
            }),
          )
          .optional(),
      })
      .describe(
        'Totals of all matching rows: of grants, and of each other category. Rows with NotCounted are separate.',
      ),
    Page: z.int().min(1),
    QueryVersion: z.string(),
    Facets: z
      .record(
        z.string(),
        z.array(z.looseObject({ Value: z.string(), Label: z.string(), Count: z.int() })),
      )
      .optional()
      .describe(
        'Counts by State, Year, AmountBand, and Category. Each ignores its own filter and obeys the others.',
      ),
    NextCursor: nextCursor,
  })
  .meta({ id: 'GrantResults' })
export type GrantResults = z.output<typeof grantResults>
