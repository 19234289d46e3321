import type { Session } from '../../clients/postgres.ts'
import { type AttributedRow, pageOf, type RowKey, SHARED_COLUMNS } from './read-attribution.ts'

/** A subaward as its prime recipient reported it; dates are YYYY-MM-DD, null is not told. */
export type SubawardRow = AttributedRow & {
  subawardNumber: string | null
  type: string | null
  actionDate: string | null
  recipientDbaName: string | null
  primeAwardKey: string
  primeAwardId: string | null
  primeAmount: number | null
  primeRecipientName: string | null
  primeRecipientUei: string | null
  /** Whose the prime recipient's identifier is, where audits name it as that organization is named. */
  prime: { ein: string; score: number; names: string[] } | null
}

const COLUMNS = `one.subaward_key as key, one.subaward_number as "subawardNumber",
    one.subaward_type as type, one.action_date as "actionDate",
    one.recipient_dba_name as "recipientDbaName", one.prime_award_key as "primeAwardKey",
    one.prime_award_id as "primeAwardId", one.prime_amount as "primeAmount",
    one.prime_recipient_name as "primeRecipientName", one.prime_recipient_uei as "primeRecipientUei",
    (select json_build_object('ein', ein, 'score', score, 'names', organization.name || array(
        select name from organization_name as known where known.ein = organization.ein))
      from uei_mapping as mapped join organization using (ein)
      where mapped.uei = one.prime_recipient_uei and is_used and name_agrees) as prime,
    ${SHARED_COLUMNS}`

/** Subawards of some identifiers, highest amount first, from behind `after`; at most `limit`. */
export const readSubawardRows = (
  session: Pick<Session, 'query'>,
  ueis: readonly string[],
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<SubawardRow[]> =>
  session.query<SubawardRow>(pageOf('subaward', COLUMNS, after !== undefined), [
    [...ueis],
    limit,
    ...(after ?? []),
  ])
