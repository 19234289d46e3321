import type { Session } from '#src/platform/clients/postgres.ts'

// Two slices that each add a filing of one period would not see each other's filing. The last step
// of both takes this lock, so that the second sees both filings.
export const LOCK_CURRENT =
  "select pg_advisory_xact_lock(hashtextextended('filing.is_current', 0))::text"

/**
 * Returns SQL that marks the current filing of each EIN, form, and period end: the latest received;
 * ties are broken by the time of filing, then by the object id. A new filing counts as current until
 * this has run. `touched` selects the keys to check: ein, form, tax_period_end.
 */
export const markCurrent = (touched: string): string => `
  with touched as (${touched}), ranked as (
    select filing.object_id, filing.is_current, row_number() over (
      partition by filing.ein, filing.form, filing.tax_period_end
      order by received_on desc nulls last, returned_at desc nulls last, filing.object_id collate "C" desc
    ) = 1 as should_be
    from touched join filing using (ein, form, tax_period_end)
  )
  update filing set is_current = should_be
  from ranked
  where filing.object_id = ranked.object_id and ranked.is_current <> should_be`

const OF_FILINGS = `
    select distinct ein, form, tax_period_end from filing where object_id = any($1)
    union
    select * from json_to_recordset($2::json) as freed(ein text, form text, tax_period_end date)`

export type FilingKey = { ein: string; form: string; tax_period_end: string }

/** Marks the current filing of every period that these filings, or removed ones, belong to. */
export async function markCurrentFilings(
  session: Session,
  objectIds: string[],
  freed: FilingKey[] = [],
): Promise<void> {
  if (objectIds.length === 0 && freed.length === 0) return
  await session.query(LOCK_CURRENT)
  await session.query(markCurrent(OF_FILINGS), [objectIds, JSON.stringify(freed)])
}
