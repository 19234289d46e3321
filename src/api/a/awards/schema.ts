import { z } from 'zod'
import { integer, opaque } from '../../shared/parameters.ts'
import { evidenceRef } from '../fields.ts'

export const awardsQuery = z.strictObject({
  Cursor: opaque('NextCursor of the previous page.'),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Rows per page.' }),
})

const text = z.string().optional()
const day = z.iso.date().optional()
const count = z.int().min(0)
const confidence = z.number().min(0).max(1)

const listing = z.looseObject({ Number: z.string(), Title: text })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  UniqueKey: z.string().describe('Key of the award at USAspending; of a subaward, made here.'),
  Type: text,
  Amount: z.number().optional().describe('Dollars; may be negative.'),
  Purpose: text,
  AwardingAgency: text,
  AwardingSubAgency: text,
  FundingAgency: text,
  FundingSubAgency: text,
  AssistanceListing: listing.optional().describe('The first assistance listing.'),
  AssistanceListings: z.array(listing).optional().describe('All, if there are several.'),
  PlaceOfPerformance: z.looseObject({ City: text, State: text, Country: text }).optional(),
  RecipientName: text.describe('As USAspending has it.'),
  UEI: z.string().describe('Unique entity identifier of the recipient.'),
  NameMatches: z.boolean().describe('Whether RecipientName is a known name of the organization.'),
  MappingConfidence: confidence.describe(
    'How sure it is that the UEI belongs to the EIN; above 0.5 only if audits give it a known name.',
  ),
  Mapping: z
    .looseObject({
      Years: z.array(z.int()).describe('Audit years that name both.'),
      Audits: z.int().min(1),
      NameAgrees: z.boolean(),
      OtherEINs: z.array(z.string()).optional().describe('EINs that other audits name for it.'),
    })
    .describe('What the federal audit registry says about the UEI and the EIN.'),
  Source: z.looseObject({
    Dataset: z.literal('USAspending'),
    AsOf: z.string().describe('Month of the download, YYYY-MM.'),
    File: z.string(),
    Row: z.int(),
  }),
  Permalink: z.url().optional(),
  EvidenceRef: evidenceRef.describe('The row.'),
  EvidenceRefs: z
    .record(z.string(), z.string())
    .optional()
    .describe('Ref of each figure; any section of the organization opens it.'),
})

const award = attributed
  .extend({
    AwardID: z.string().describe('FAIN, URI or PIID.'),
    Kind: z.enum(['Assistance', 'Contract']),
    Outlays: z.number().optional().describe('Dollars paid out.'),
    StartDate: day,
    EndDate: day,
    LatestActionDate: day.describe('Without a summary, that of the newest loaded transaction.'),
    ObligationTotalFrom: z
      .enum(['Summary', 'Transactions', 'SumOfTransactions'])
      .describe('Where Amount is stated: the summary, the newest transaction, or nowhere (a sum).'),
    AmountFormula: text.describe('How Amount is summed, if it is.'),
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
      EIN: text.describe('Nine digits, if audits map the UEI to it under Name.'),
      MappingConfidence: confidence.optional().describe('As for the recipient.'),
    }),
  })
  .meta({ id: 'Subaward' })

const rowCount = count
  .optional()
  .describe('Rows on all pages; absent if no UEI is mapped to the EIN.')

const warnings = count.describe(
  'Rows of this page with NameMatches false. Check them: a wrong row of the audit registry may attach an award of another organization.',
)

export const awardList = z
  .strictObject({
    EIN: z.int(),
    Awards: z.array(award),
    AwardCount: rowCount,
    AttributionWarnings: warnings,
    NextCursor: text,
  })
  .meta({ id: 'AwardList' })
export type AwardList = z.output<typeof awardList>

export const subawardList = z
  .strictObject({
    EIN: z.int(),
    Subawards: z.array(subaward),
    SubawardCount: rowCount,
    AttributionWarnings: warnings,
    NextCursor: text,
  })
  .meta({ id: 'SubawardList' })
export type SubawardList = z.output<typeof subawardList>
