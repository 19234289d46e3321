import { z } from 'zod'
import { integer, opaque } from '../../shared/parameters.ts'
import { einNumber, evidenceRef, nextCursor } from '../fields.ts'

export const awardsQuery = z.strictObject({
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Rows per page.' }),
})

const text = z.string().optional()
const day = z.iso.date().optional()
const count = z.int().min(0)
const confidence = z.number().min(0).max(1)

const listing = z.looseObject({ Number: z.string(), Title: text })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  UniqueKey: z
    .string()
    .describe('USAspending key of an award. For a subaward, a key that this service assigns.'),
  Type: text,
  Amount: z.number().optional().describe('US dollars; can be negative.'),
  Purpose: text,
  AwardingAgency: text,
  AwardingSubAgency: text,
  FundingAgency: text,
  FundingSubAgency: text,
  AssistanceListing: listing.optional().describe('First assistance listing.'),
  AssistanceListings: z
    .array(listing)
    .optional()
    .describe('All assistance listings, if there are several.'),
  PlaceOfPerformance: z.looseObject({ City: text, State: text, Country: text }).optional(),
  RecipientName: text.describe('Recipient name in USAspending.'),
  UEI: z.string().describe('Unique Entity Identifier of the recipient.'),
  NameMatches: z.boolean().describe('Whether RecipientName is a known name of the organization.'),
  MappingConfidence: confidence.describe(
    'Confidence that the UEI belongs to the EIN. Above 0.5 only if the audits give the UEI a known name of the organization.',
  ),
  Mapping: z
    .looseObject({
      Years: z.array(z.int()).describe('Audit years that list both the UEI and the EIN.'),
      Audits: z.int().min(1),
      NameAgrees: z.boolean(),
      OtherEINs: z
        .array(z.string())
        .optional()
        .describe('Other EINs that audits list for the UEI.'),
    })
    .describe('How the federal audit registry connects the UEI to the EIN.'),
  Source: z.looseObject({
    Dataset: z.literal('USAspending'),
    AsOf: z.string().describe('Month of the download, YYYY-MM.'),
    File: z.string(),
    Row: z.int(),
  }),
  Permalink: z.url().optional(),
  EvidenceRef: evidenceRef.describe('Evidence of the row.'),
  EvidenceRefs: z
    .record(z.string(), z.string())
    .optional()
    .describe('Ref of each figure. Any section of the organization opens it.'),
})

const award = attributed
  .extend({
    AwardID: z.string().describe('FAIN, URI or PIID.'),
    Kind: z.enum(['Assistance', 'Contract']),
    Outlays: z.number().optional().describe('US dollars paid out.'),
    StartDate: day,
    EndDate: day,
    LatestActionDate: day.describe(
      'Date of the latest action, from the summary or else from the newest loaded transaction.',
    ),
    ObligationTotalFrom: z
      .enum(['Summary', 'Transactions', 'SumOfTransactions'])
      .describe(
        'Source of Amount: the award summary, the newest transaction, or the sum of the transactions.',
      ),
    AmountFormula: text.describe('How Amount is computed, if it is a sum.'),
  })
  .meta({ id: 'Award' })

const subaward = attributed
  .extend({
    SubawardNumber: text,
    ActionDate: day,
    RecipientDBAName: text,
    PrimeAward: z.looseObject({
      AwardID: text.describe('FAIN, URI or PIID.'),
      UniqueKey: z.string(),
      Amount: z.number().optional(),
    }),
    PrimeRecipient: z.looseObject({
      Name: text,
      UEI: text,
      EIN: text.describe(
        'Nine digits. Present if audits map the UEI to this EIN under the name in Name.',
      ),
      MappingConfidence: confidence
        .optional()
        .describe('Confidence that the UEI belongs to the EIN, as for the recipient.'),
    }),
  })
  .meta({ id: 'Subaward' })

const rowCount = count
  .optional()
  .describe('Number of rows on all pages. Absent if no UEI is mapped to the EIN.')

const warnings = count.describe(
  "Number of rows on this page in which NameMatches is false. Verify them: an error in the audit registry can attach another organization's award.",
)

export const awardList = z
  .strictObject({
    EIN: einNumber,
    Awards: z.array(award),
    AwardCount: rowCount,
    AttributionWarnings: warnings,
    NextCursor: nextCursor,
  })
  .meta({ id: 'AwardList' })
export type AwardList = z.output<typeof awardList>

export const subawardList = z
  .strictObject({
    EIN: einNumber,
    Subawards: z.array(subaward),
    SubawardCount: rowCount,
    AttributionWarnings: warnings,
    NextCursor: nextCursor,
  })
  .meta({ id: 'SubawardList' })
export type SubawardList = z.output<typeof subawardList>
