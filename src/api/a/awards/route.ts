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
import { cursor, einParams, limit } from '../../shared/parameters.ts'
import { component } from '../../shared/schemas.ts'
import { someOf, toLocation } from '../../shared/sections.ts'
import { skin } from '../../shared/skin.ts'
import { einNumber, evidenceRef, nextCursor, presentEvidenceRef } from '../fields.ts'
import { readOperation } from '../operation.ts'

const awardsQuery = z.strictObject({
  Cursor: cursor,
  Limit: limit(200, 50),
})

const text = z.string().optional()
const day = z.iso.date().optional()
const count = z.int().min(0)
const confidence = z.number().min(0).max(1)

const listing = z.looseObject({ number: z.string(), title: text })

/** Fields of both awards and subawards. */
const attributed = z.looseObject({
  uniqueKey: z.string(),
  type: text,
  amount: z.number().optional(),
  purpose: text,
  awardingAgency: text,
  awardingSubAgency: text,
  fundingAgency: text,
  fundingSubAgency: text,
  assistanceListing: listing.optional(),
  assistanceListings: z.array(listing).optional(),
  placeOfPerformance: z.looseObject({ city: text, state: text, country: text }).optional(),
  recipientName: text,
  uei: z.string(),
  nameMatches: z.boolean(),
  mappingConfidence: confidence,
  mapping: z
    .looseObject({
      years: z.array(z.int()),
      audits: z.int().min(1),
      nameAgrees: z.boolean(),
      otherEins: z.array(z.string()).optional(),
    })
    .meta({ id: 'AwardMapping' }),
  source: z.looseObject({
    dataset: z.literal('USAspending'),
    asOf: z.string(),
    file: z.string(),
    row: z.int(),
  }),
  permalink: z.url().optional(),
  evidenceRef: evidenceRef,
  evidenceRefs: z.record(z.string(), z.string()).optional(),
})

const award = attributed
  .extend({
    awardId: z.string(),
    kind: z.enum(['Assistance', 'Contract']),
    outlays: z.number().optional(),
    startDate: day,
    endDate: day,
    latestActionDate: day,
    obligationTotalFrom: z.enum(['Summary', 'Transactions', 'SumOfTransactions']),
    amountFormula: text,
  })
  .meta({ id: 'Award' })

const subaward = attributed
  .extend({
    subawardNumber: text,
    actionDate: day,
    recipientDbaName: text,
    primeAward: z.looseObject({
      awardId: text,
      uniqueKey: z.string(),
      amount: z.number().optional(),
    }),
    primeRecipient: z.looseObject({
      name: text,
      uei: text,
      ein: text,
      mappingConfidence: confidence.optional(),
    }),
  })
  .meta({ id: 'Subaward' })

const awards = component('AwardList', {
  ein: einNumber,
  awards: z.array(award),
  awardCount: count.optional(),
  attributionWarnings: count,
  nextCursor,
})
export const awardList = skin(awards, 'A')

const subawards = component('SubawardList', {
  ein: einNumber,
  subawards: z.array(subaward),
  subawardCount: count.optional(),
  attributionWarnings: count,
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

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'store' } satisfies Terms,
  request: { params: einParams, querystring: awardsQuery },
}

export const awardsRoute = readOperation(
  '/api/v2/charity/:ein/awards',
  {
    ...SHARED,
    operationId: 'listAwards',
    summary: 'List federal awards to an organization, largest first',
    description:
      'Amount is the total obligation and can be negative. Awards are matched to an EIN through the Unique Entity Identifiers (UEIs) in audits of large recipients; most other organizations have no rows here. Verify rows in which MappingConfidence is low or NameMatches is false.',
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
    description: `Recipients of federal awards report what they pass on. Recipients are matched to an EIN as in /awards.`,
    examples: example('The largest subaward to a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    response: subawards,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    toSubawards(await readSubawards(deps, params.ein, { cursor, limit })),
)
