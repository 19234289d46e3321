import { formatRef } from '#src/domain/evidence.ts'
import type { Attributed, AttributedPage } from '#src/network/attributed-page.ts'
import type { AttributedRow } from '#src/network/store/read-attribution.ts'
import type { AwardRow } from '#src/network/store/read-awards.ts'
import type { SubawardRow } from '#src/network/store/read-subawards.ts'
import { toAwardEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { presentEvidenceRef, toFields } from '../fields.ts'
import type { AwardList, SubawardList } from './schema.ts'

type Kind = 'award' | 'subaward'

export const presentAwards = (page: AttributedPage<AwardRow>): AwardList => ({
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

export const presentSubawards = (page: AttributedPage<SubawardRow>): SubawardList => ({
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
