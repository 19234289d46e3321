import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, NOT_COUNTED } from '#src/domain/network.ts'
import { GRANT_SORTS } from '#src/search/grants/params.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import {
  boolean,
  integer,
  leastDollars,
  oneOf,
  pageNumber,
  queryText,
  someOf,
  state,
  taxYear,
} from '../../shared/parameters.ts'
import { nextCursor } from '../fields.ts'
import { matchShape } from '../money-network.ts'

const SIDE = 'EIN, or words of the name'

export const grantSearchQuery = z
  .strictObject({
    Query: queryText(
      'Purpose of the grants, in plain words. Amounts, tax years, and states of recipients in these words become filters, which Interpretation shows. Other parameters override them.',
    ).optional(),
    Funder: queryText(`Funder: ${SIDE}.`).optional(),
    Recipient: queryText(`Recipient: ${SIDE} as filed in the row.`).optional(),
    State: state(
      "State or territory of the recipient's address in the row, by code or name. The funder's state does not matter.",
    ),
    Category: someOf(
      EDGE_CATEGORIES,
      'Categories of rows to return, separated by commas. Defaults to grants: ScheduleI and FoundationPaid.',
    ),
    MinAmount: leastDollars('Minimum amount in US dollars. Excludes rows without an amount.'),
    MaxAmount: leastDollars('Maximum amount in US dollars. Excludes rows without an amount.'),
    MinYear: taxYear('Returns only rows from this tax year or later.'),
    MaxYear: taxYear('Returns only rows from this tax year or earlier.'),
    Sort: oneOf(
      GRANT_SORTS,
      'Order of the rows. Defaults to Relevance, which lists the newest rows first if there is no Query.',
    ).optional(),
    Order: oneOf(
      SORT_ORDERS,
      'Direction of Sort=Amount and Sort=Year. Defaults to desc. Rows without an amount are always last.',
    ).optional(),
    Facets: boolean('Returns counts by state, tax year, amount, and category.'),
    Cursor: pageNumber,
    Limit: integer({ min: 1, max: 50, fallback: 10, description: 'Rows per page.' }),
  })
  .superRefine((given, check) => {
    const refuse = (name: string, type: string, message: string) =>
      check.addIssue({ code: 'custom', path: [name], message, params: { type } })
    for (const of of ['Amount', 'Year'] as const) {
      if ((given[`Min${of}`] ?? -Infinity) > (given[`Max${of}`] ?? Infinity)) {
        refuse(`Min${of}`, 'too_big', `must not be greater than Max${of}`)
      }
    }
    if (given.Order && (given.Sort ?? 'Relevance') === 'Relevance') {
      refuse('Order', 'not_in_this_order', 'is accepted only with Sort=Amount or Sort=Year')
    }
  })
export type GrantSearchQuery = z.output<typeof grantSearchQuery>

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
