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
import { someOf, toLocation } from '../../shared/sections.ts'
import { skin } from '../../shared/skin.ts'
import { CURSOR_ERRORS, einNumber, evidenceRef, nextCursor, presentEvidenceRef } from '../fields.ts'
import { readOperation } from '../operation.ts'

const awardsQuery = z.strictObject({
  Cursor: opaque('NextCursor from the previous page.'),
  Limit: integer({ max: 200, fallback: 50, description: 'Rows per page.' }),
})

const text = z.string().optional()
const day = z.iso.date().optional()
const count = z.int().min(0)
const confidence = z.number().min(0).max(1)

const listing = z.looseObject({ number: z.string(), title: text })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  uniqueKey: required.string(
    'USAspending key of the award. For a subaward, a key that this service assigns.',
  ),
  type: text,
  amount: optional.number('Amount in US dollars. Can be negative.'),
  purpose: text,
  awardingAgency: text,
  awardingSubAgency: text,
  fundingAgency: text,
  fundingSubAgency: text,
  assistanceListing: listing.optional().describe('First assistance listing.'),
  assistanceListings: optional.array(
    listing,
    'All assistance listings. Present only if there are several.',
  ),
  placeOfPerformance: z.looseObject({ city: text, state: text, country: text }).optional(),
  recipientName: text.describe('Recipient name in USAspending.'),
  uei: required.string('Unique Entity Identifier of the recipient.'),
  nameMatches: required.boolean('Whether RecipientName is a known name of the organization.'),
  mappingConfidence: confidence.describe(
    'Confidence that the UEI belongs to the EIN, 0 to 1. It is above 0.5 only if the audits list the UEI under a known name of the organization.',
  ),
  mapping: z
    .looseObject({
      years: required.array(z.int(), 'Years of the audits that list both the UEI and the EIN.'),
      audits: z.int().min(1),
      nameAgrees: z.boolean(),
      otherEins: optional.strings('Other EINs that audits list for the UEI.'),
    })
    .describe('How the federal audit registry connects the UEI to the EIN.'),
  source: z.looseObject({
    dataset: z.literal('USAspending'),
    asOf: required.string('Month of the download, YYYY-MM.'),
    file: z.string(),
    row: z.int(),
  }),
  permalink: z.url().optional(),
  evidenceRef: evidenceRef.describe('Evidence for the award or subaward.'),
  evidenceRefs: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Ref of each figure, by field. To get the evidence, send the Ref as EvidenceRef to any section of the organization.',
    ),
})

const award = attributed
  .extend({
    awardId: required.string('FAIN, URI, or PIID of the award.'),
    kind: z.enum(['Assistance', 'Contract']),
    outlays: optional.number('Amount paid out, in US dollars.'),
    startDate: day,
    endDate: day,
    latestActionDate: day.describe(
      'Date of the latest action in the award summary or, if the award is read from transactions, in the loaded transactions.',
    ),
    obligationTotalFrom: required.enum(
      ['Summary', 'Transactions', 'SumOfTransactions'],
      'Source of Amount: the award summary, the newest transaction, or the sum of the transactions.',
    ),
    amountFormula: text.describe(
      'Formula for Amount. Present only if Amount is a sum of transactions.',
    ),
  })
  .meta({ id: 'Award' })

const subaward = attributed
  .extend({
    subawardNumber: text,
    actionDate: day,
    recipientDbaName: text,
    primeAward: z.looseObject({
      awardId: text.describe('FAIN, URI, or PIID of the prime award.'),
      uniqueKey: z.string(),
      amount: optional.number('Amount of the prime award, in US dollars.'),
    }),
    primeRecipient: z.looseObject({
      name: text,
      uei: text,
      ein: text.describe(
        'EIN of the prime recipient, nine digits. Present only if audits list the UEI with this EIN under the name in Name.',
      ),
      mappingConfidence: confidence
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

const awards = component('AwardList', {
  ein: einNumber,
  awards: z.array(award),
  awardCount: rowCount,
  attributionWarnings: warnings,
  nextCursor,
})
export const awardList = skin(awards, 'A')

const subawards = component('SubawardList', {
  ein: einNumber,
  subawards: z.array(subaward),
  subawardCount: rowCount,
  attributionWarnings: warnings,
  nextCursor,
})
export const subawardList = skin(subawards, 'A')

type Kind = 'award' | 'subaward'

const toAwards = ({ ein, rows, count, warnings, nextCursor }: AttributedPage<AwardRow>) => ({
  ein: Number(ein),
  awards: rows.map((award) => ({
    ...award,
    ...toAttributed('award', award),
    kind: award.kind === 'contract' ? ('Contract' as const) : ('Assistance' as const),
    obligationTotalFrom: totalFrom(award),
    amountFormula: award.isAmountSummed ? SUMMED : undefined,
    evidenceRefs: refsOf('award', award.key, {
      // No column contains the sum, so cite the row.
      Amount: award.amount !== null && (award.isAmountSummed ? 'row' : 'total_obligated_amount'),
      Outlays: award.outlays !== null && 'total_outlayed_amount',
    }),
  })),
  awardCount: count,
  attributionWarnings: warnings,
  nextCursor,
})

const SUMMED =
  'Sum of federal_action_obligation in all loaded transactions except deleted ones. None of these transactions states a total, so the sum may be incomplete.'

function totalFrom({ isFromTransactions, isAmountSummed }: AwardRow) {
  if (isAmountSummed) return 'SumOfTransactions' as const
  return isFromTransactions ? ('Transactions' as const) : ('Summary' as const)
}

const toSubawards = ({ ein, rows, count, warnings, nextCursor }: AttributedPage<SubawardRow>) => ({
  ein: Number(ein),
  subawards: rows.map((subaward) => ({
    ...subaward,
    ...toAttributed('subaward', subaward),
    primeAward: {
      awardId: subaward.primeAwardId,
      uniqueKey: subaward.primeAwardKey,
      amount: subaward.primeAmount,
    },
    primeRecipient: {
      name: subaward.primeRecipientName,
      uei: subaward.primeRecipientUei,
      ein: subaward.prime?.ein,
      mappingConfidence: subaward.prime?.score,
    },
    evidenceRefs: refsOf('subaward', subaward.key, {
      Amount: subaward.amount !== null && 'subaward_amount',
      PrimeAwardAmount: subaward.primeAmount !== null && 'prime_award_amount',
    }),
  })),
  subawardCount: count,
  attributionWarnings: warnings,
  nextCursor,
})

function toAttributed(kind: Kind, row: Attributed<AttributedRow>) {
  const { key, listings, mapping, source } = row
  const place = { city: row.placeCity, state: row.placeState, country: row.placeCountry }
  return {
    uniqueKey: key,
    assistanceListing: listings[0],
    assistanceListings: listings.length > 1 ? listings : undefined,
    placeOfPerformance: toLocation(place),
    mappingConfidence: mapping.score,
    mapping: { ...mapping, otherEins: someOf(mapping.otherEins) },
    source: { dataset: 'USAspending' as const, ...source },
    evidenceRef: presentEvidenceRef(toAwardEvidence({ kind, key }, source)),
  }
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

export const awardsRoute = readOperation(
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
    response: awards,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    toAwards(await readAwards(deps, params.ein, { cursor, limit })),
)

export const subawardsRoute = readOperation(
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
    response: subawards,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    toSubawards(await readSubawards(deps, params.ein, { cursor, limit })),
)
