import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import { formatRef } from '#src/domain/evidence.ts'
import {
  type Attributed,
  type AttributedPage,
  type AttributedRow,
  type AwardRow,
  readAwards,
  readSubawards,
  type SubawardRow,
} from '#src/network/awards.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { toAwardEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { einParams, integer, opaque } from '../../shared/parameters.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import {
  CURSOR_ERRORS,
  einNumber,
  evidenceRef,
  nextCursor,
  presentEvidenceRef,
  toFields,
} from '../fields.ts'
import { getOperation } from '../operation.ts'

const awardsQuery = z.strictObject({
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ max: 200, fallback: 50, description: 'Rows per page.' }),
})

const text = z.string().optional()
const day = z.iso.date().optional()
const count = z.int().min(0)
const confidence = z.number().min(0).max(1)

const listing = z.looseObject({ Number: z.string(), Title: text })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  UniqueKey: required.string(
    'USAspending key of the award. For a subaward, a key that this service assigns.',
  ),
  Type: text,
  Amount: optional.number('Amount in US dollars. Can be negative.'),
  Purpose: text,
  AwardingAgency: text,
  AwardingSubAgency: text,
  FundingAgency: text,
  FundingSubAgency: text,
  AssistanceListing: listing.optional().describe('First assistance listing.'),
  AssistanceListings: optional.array(
    listing,
    'All assistance listings. Present only if there are several.',
  ),
  PlaceOfPerformance: z.looseObject({ City: text, State: text, Country: text }).optional(),
  RecipientName: text.describe('Recipient name in USAspending.'),
  UEI: required.string('Unique Entity Identifier of the recipient.'),
  NameMatches: required.boolean('Whether RecipientName is a known name of the organization.'),
  MappingConfidence: confidence.describe(
    'Confidence that the UEI belongs to the EIN, 0 to 1. It is above 0.5 only if the audits list the UEI under a known name of the organization.',
  ),
  Mapping: z
    .looseObject({
      Years: required.array(z.int(), 'Years of the audits that list both the UEI and the EIN.'),
      Audits: z.int().min(1),
      NameAgrees: z.boolean(),
      OtherEINs: optional.strings('Other EINs that audits list for the UEI.'),
    })
    .describe('How the federal audit registry connects the UEI to the EIN.'),
  Source: z.looseObject({
    Dataset: z.literal('USAspending'),
    AsOf: required.string('Month of the download, YYYY-MM.'),
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
    AwardID: required.string('FAIN, URI, or PIID of the award.'),
    Kind: z.enum(['Assistance', 'Contract']),
    Outlays: optional.number('Amount paid out, in US dollars.'),
    StartDate: day,
    EndDate: day,
    LatestActionDate: day.describe(
      'Date of the latest action in the award summary or, if the award is read from transactions, in the loaded transactions.',
    ),
    ObligationTotalFrom: required.enum(
      ['Summary', 'Transactions', 'SumOfTransactions'],
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
      Amount: optional.number('Amount of the prime award, in US dollars.'),
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

export const awardList = component('AwardList', {
  EIN: einNumber,
  Awards: z.array(award),
  AwardCount: rowCount,
  AttributionWarnings: warnings,
  NextCursor: nextCursor,
})
export type AwardList = z.output<typeof awardList>

export const subawardList = component('SubawardList', {
  EIN: einNumber,
  Subawards: z.array(subaward),
  SubawardCount: rowCount,
  AttributionWarnings: warnings,
  NextCursor: nextCursor,
})
type SubawardList = z.output<typeof subawardList>

type Kind = 'award' | 'subaward'

const presentAwards = (page: AttributedPage<AwardRow>): AwardList => ({
  EIN: Number(page.ein),
  Awards: page.rows.map((award) => {
    const { outlays, startDate, endDate, latestActionDate } = award
    return {
      AwardID: award.awardId,
      Kind: award.kind === 'contract' ? ('Contract' as const) : ('Assistance' as const),
      ...presentAttributed('award', award),
      ...toFields({ outlays, startDate, endDate, latestActionDate }),
      ObligationTotalFrom: totalFrom(award),
      AmountFormula: award.isAmountSummed ? SUMMED : undefined,
      EvidenceRefs: refsOf('award', award.key, {
        // No column contains the sum, so cite the row.
        Amount: award.amount !== null && (award.isAmountSummed ? 'row' : 'total_obligated_amount'),
        Outlays: outlays !== null && 'total_outlayed_amount',
      }),
    }
  }),
  AwardCount: page.count,
  AttributionWarnings: page.warnings,
  NextCursor: page.nextCursor,
})

const SUMMED =
  'Sum of federal_action_obligation in all loaded transactions except deleted ones. None of these transactions states a total, so the sum may be incomplete.'

function totalFrom({ isFromTransactions, isAmountSummed }: AwardRow) {
  if (isAmountSummed) return 'SumOfTransactions' as const
  return isFromTransactions ? ('Transactions' as const) : ('Summary' as const)
}

const presentSubawards = (page: AttributedPage<SubawardRow>): SubawardList => ({
  EIN: Number(page.ein),
  Subawards: page.rows.map((subaward) => ({
    ...presentAttributed('subaward', subaward),
    SubawardNumber: subaward.subawardNumber ?? undefined,
    ActionDate: subaward.actionDate ?? undefined,
    RecipientDBAName: subaward.recipientDbaName ?? undefined,
    PrimeAward: {
      AwardID: subaward.primeAwardId ?? undefined,
      UniqueKey: subaward.primeAwardKey,
      Amount: subaward.primeAmount ?? undefined,
    },
    PrimeRecipient: {
      Name: subaward.primeRecipientName ?? undefined,
      UEI: subaward.primeRecipientUei ?? undefined,
      EIN: subaward.prime?.ein,
      MappingConfidence: subaward.prime?.score,
    },
    EvidenceRefs: refsOf('subaward', subaward.key, {
      Amount: subaward.amount !== null && 'subaward_amount',
      PrimeAwardAmount: subaward.primeAmount !== null && 'prime_award_amount',
    }),
  })),
  SubawardCount: page.count,
  AttributionWarnings: page.warnings,
  NextCursor: page.nextCursor,
})

function presentAttributed(kind: Kind, row: Attributed<AttributedRow & { type: string | null }>) {
  const { key, listings, mapping, source } = row
  const { type, amount, purpose, recipientName, nameMatches, permalink } = row
  const { awardingAgency, awardingSubAgency, fundingAgency, fundingSubAgency } = row
  const { years, audits, nameAgrees, otherEins } = mapping
  const [first, ...more] = listings.map(({ number, title }) => ({
    Number: number,
    ...(title && { Title: title }),
  }))
  return {
    UniqueKey: key,
    ...toFields({ type, amount, purpose, recipientName, nameMatches, permalink }),
    ...toFields({ awardingAgency, awardingSubAgency, fundingAgency, fundingSubAgency }),
    AssistanceListing: first,
    AssistanceListings: first && more.length > 0 ? [first, ...more] : undefined,
    PlaceOfPerformance: presentPlace(row),
    UEI: row.uei,
    MappingConfidence: mapping.score,
    Mapping: {
      ...toFields({ years, audits, nameAgrees }),
      OtherEINs: otherEins.length > 0 ? otherEins : undefined,
    },
    Source: { Dataset: 'USAspending' as const, ...toFields(source) },
    EvidenceRef: presentEvidenceRef(toAwardEvidence({ kind, key }, source)),
  }
}

function presentPlace({
  placeCity: city,
  placeState: state,
  placeCountry: country,
}: AttributedRow) {
  return city || state || country ? toFields({ city, state, country }) : undefined
}

/** Returns the Refs of columns with a figure, or of the row, by response field. */
function refsOf(
  kind: Kind,
  key: string,
  columns: Record<string, string | false>,
): Record<string, string> | undefined {
  const refs = Object.entries(columns).flatMap(([field, column]) =>
    column === false
      ? []
      : [[field, formatRef({ kind, key, ...(column !== 'row' && { column }) })] as const],
  )
  return refs.length > 0 ? Object.fromEntries(refs) : undefined
}

const ATTRIBUTED = `Awards are matched to an EIN through the Unique Entity Identifiers (UEIs) in federal audits. Only organizations with large federal awards file these audits, so most organizations have no rows here even if they received awards. Verify rows in which MappingConfidence is low or NameMatches is false. ${CURSOR_ERRORS}`

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'shared' } satisfies Terms,
  request: { params: einParams, querystring: awardsQuery },
}

export const awardsRoute = getOperation(
  '/api/v2/charity/:ein/awards',
  {
    ...SHARED,
    operationId: 'listAwards',
    summary: 'List federal awards to an organization, largest first',
    description: `Amount is the total obligation in US dollars and can be negative. ${ATTRIBUTED}`,
    examples: example('The largest federal award', {
      path: inPath(DEMO.republicanRiver),
      query: { Limit: 1 },
    }),
    response: awardList,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    presentAwards(await readAwards(deps, params.ein, { cursor, limit })),
)

export const subawardsRoute = getOperation(
  '/api/v2/charity/:ein/subawards',
  {
    ...SHARED,
    operationId: 'listSubawards',
    summary: 'List federal subawards to an organization, largest first, with their prime awards',
    description: `Recipients of federal awards report the amounts that they pass on to other organizations. ${ATTRIBUTED}`,
    examples: example('The largest subaward to a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    response: subawardList,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    presentSubawards(await readSubawards(deps, params.ein, { cursor, limit })),
)
