import { z } from 'zod'
import { integer, opaque } from '../../shared/parameters.ts'
import { evidenceRef } from '../fields.ts'

export const awardsQuery = z.strictObject({
  Cursor: opaque('NextCursor of the answer before; stale once awards or their mapping change.'),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Rows an answer.' }),
})

const listing = z.looseObject({ Number: z.string(), Title: z.string().optional() })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  UniqueKey: z
    .string()
    .describe("USAspending's key of the award; that of a subaward is made here."),
  Type: z.string().optional(),
  Amount: z.number().optional().describe('Dollars; may be negative.'),
  Purpose: z.string().optional(),
  AwardingAgency: z.string().optional(),
  AwardingSubAgency: z.string().optional(),
  FundingAgency: z.string().optional(),
  FundingSubAgency: z.string().optional(),
  AssistanceListing: listing.optional().describe('The first, where several are told.'),
  AssistanceListings: z.array(listing).optional().describe('All of them, where there are several.'),
  PlaceOfPerformance: z
    .looseObject({
      City: z.string().optional(),
      State: z.string().optional(),
      Country: z.string().optional(),
    })
    .optional(),
  RecipientName: z.string().optional().describe('As USAspending tells it.'),
  UEI: z.string().describe('Unique entity identifier of the recipient.'),
  NameMatches: z
    .boolean()
    .describe("The recipient's name is a known name of the organization: legal, former, DBA, BMF."),
  MappingConfidence: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'How sure it is that the UEI is that of the EIN, by years of audits that name both and whether names agree; above 0.5 only where they do.',
    ),
  Mapping: z
    .looseObject({
      Years: z.array(z.int()).describe('Audit years that name both.'),
      Audits: z.int().min(1),
      NameAgrees: z.boolean(),
      OtherEINs: z
        .array(z.string())
        .optional()
        .describe('EINs that other audits give for the UEI.'),
    })
    .describe('What the federal audit registry says of the UEI and the EIN.'),
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
    .describe('Ref of each figure; pass it as EvidenceRef to any section of the organization.'),
})

const counted = (what: string) =>
  z
    .int()
    .min(0)
    .optional()
    .describe(
      `${what} on all pages; absent where no UEI is mapped to the EIN, so that it is not known whether there are any.`,
    )

const warnings = (what: string) =>
  z
    .int()
    .min(0)
    .describe(
      `${what} on this page whose recipient name matches no known name of the organization: a bad row of the audit registry may have attached what is another's.`,
    )

export const awardList = z
  .strictObject({
    EIN: z.int(),
    Awards: z.array(
      attributed
        .extend({
          AwardID: z.string().describe('FAIN, URI or PIID.'),
          Kind: z.enum(['Assistance', 'Contract']),
          Outlays: z.number().optional().describe('Dollars paid out.'),
          StartDate: z.iso.date().optional(),
          EndDate: z.iso.date().optional(),
          LatestActionDate: z.iso
            .date()
            .optional()
            .describe(
              'Where no summary tells of the award, the latest of the transactions that are loaded.',
            ),
          ObligationTotalFrom: z
            .enum(['Summary', 'Transactions', 'SumOfTransactions'])
            .describe(
              "Where Amount is stated: by the award's summary, by the newest of its transactions, or nowhere, so that it is summed.",
            ),
          AmountFormula: z.string().optional().describe('How Amount is summed, where it is.'),
        })
        .meta({ id: 'Award' }),
    ),
    AwardCount: counted('Awards'),
    AttributionWarnings: warnings('Awards'),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'AwardList' })
export type AwardList = z.output<typeof awardList>

export const subawardList = z
  .strictObject({
    EIN: z.int(),
    Subawards: z.array(
      attributed
        .extend({
          SubawardNumber: z.string().optional(),
          ActionDate: z.iso.date().optional(),
          RecipientDBAName: z.string().optional(),
          PrimeAward: z.looseObject({
            AwardID: z.string().optional().describe('FAIN, URI or PIID.'),
            UniqueKey: z.string(),
            Amount: z.number().optional(),
          }),
          PrimeRecipient: z.looseObject({
            Name: z.string().optional(),
            UEI: z.string().optional(),
            EIN: z
              .string()
              .optional()
              .describe(
                'Nine digits, where audits map the UEI to it under its name, which Name is, too.',
              ),
            MappingConfidence: z
              .number()
              .min(0)
              .max(1)
              .optional()
              .describe('How sure it is that the UEI is that of the EIN.'),
          }),
        })
        .meta({ id: 'Subaward' }),
    ),
    SubawardCount: counted('Subawards'),
    AttributionWarnings: warnings('Subawards'),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'SubawardList' })
export type SubawardList = z.output<typeof subawardList>
