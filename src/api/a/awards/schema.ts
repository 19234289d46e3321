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
    .describe('USAspending key of the award. For a subaward, a key that this service assigns.'),
  Type: text,
  Amount: z.number().optional().describe('Amount in US dollars. Can be negative.'),
  Purpose: text,
  AwardingAgency: text,
  AwardingSubAgency: text,
  FundingAgency: text,
  FundingSubAgency: text,
  AssistanceListing: listing.optional().describe('First assistance listing.'),
  AssistanceListings: z
    .array(listing)
    .optional()
    .describe('All assistance listings. Present only if there are several.'),
  PlaceOfPerformance: z.looseObject({ City: text, State: text, Country: text }).optional(),
  RecipientName: text.describe('Recipient name in USAspending.'),
  UEI: z.string().describe('Unique Entity Identifier of the recipient.'),
  NameMatches: z.boolean().describe('Whether RecipientName is a known name of the organization.'),
  MappingConfidence: confidence.describe(
    'Confidence that the UEI belongs to the EIN, 0 to 1. It is above 0.5 only if the audits list the UEI under a known name of the organization.',
  ),
  Mapping: z
    .looseObject({
      Years: z.array(z.int()).describe('Years of the audits that list both the UEI and the EIN.'),
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
  EvidenceRef: evidenceRef.describe('Evidence for the award or subaward.'),
  EvidenceRefs: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Ref of each figure, by field. To get the evidence, send the Ref as EvidenceRef to any section of the organization.',
    ),
})

const award = attributed
  .extend({
    AwardID: z.string().describe('FAIN, URI, or PIID of the award.'),
    Kind: z.enum(['Assistance', 'Contract']),
    Outlays: z.number().optional().describe('Amount paid out, in US dollars.'),
    StartDate: day,
    EndDate: day,
    LatestActionDate: day.describe(
      'Date of the latest action in the award summary or, if the award is read from transactions, in the loaded transactions.',
    ),
    ObligationTotalFrom: z
      .enum(['Summary', 'Transactions', 'SumOfTransactions'])
      .describe(
        'Source of Amount: the award summary, the newest transaction, or the sum of the transactions.',
      ),
    AmountFormula: text.describe(
      'Formula for Amount. Present only if Amount is a sum of transactions.',
    ),
  })
  .meta({ id: 'Award' })

const subaward = attributed
  .extend({
    SubawardNumber: text,
    ActionDate: day,
    RecipientDBAName: text,
    PrimeAward: z.looseObject({
      AwardID: text.describe('FAIN, URI, or PIID of the prime award.'),
      UniqueKey: z.string(),
      Amount: z.number().optional().describe('Amount of the prime award, in US dollars.'),
    }),
    PrimeRecipient: z.looseObject({
      Name: text,
      UEI: text,
      EIN: text.describe(
        'EIN of the prime recipient, nine digits. Present only if audits list the UEI with this EIN under the name in Name.',
      ),
      MappingConfidence: confidence
        .optional()
        .describe(
          'Confidence that the UEI belongs to the EIN, 0 to 1, computed in the same way as for the recipient.',
        ),
    }),
  })
  .meta({ id: 'Subaward' })

const rowCount = count
  .optional()
  .describe('Number of rows on all pages. Absent if no UEI is mapped to the EIN.')

const warnings = count.describe(
  'Number of rows on this page in which NameMatches is false. Verify these rows: because of an error in the audit registry, an award may belong to another organization.',
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
