import { type AttributedRow, SHARED_COLUMNS } from './read-attribution.ts'

/** A subaward as its prime recipient reported it; dates are YYYY-MM-DD, null means unknown. */
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
  /** The organization of the prime recipient's identifier, if the names in audits agree. */
  prime: { ein: string; score: number; names: string[] } | null
}

/** The columns of `SubawardRow` in table subaward as `one`. */
export const SUBAWARD_COLUMNS = `one.subaward_key as key, one.subaward_number as "subawardNumber",
    one.subaward_type as type, one.action_date as "actionDate",
    one.recipient_dba_name as "recipientDbaName", one.prime_award_key as "primeAwardKey",
    one.prime_award_id as "primeAwardId", one.prime_amount as "primeAmount",
    one.prime_recipient_name as "primeRecipientName", one.prime_recipient_uei as "primeRecipientUei",
    (select json_build_object('ein', ein, 'score', score, 'names', organization.name || array(
        select name from organization_name as known where known.ein = organization.ein))
      from uei_mapping as mapped join organization using (ein)
      where mapped.uei = one.prime_recipient_uei and is_used and name_agrees) as prime,
    ${SHARED_COLUMNS}`
