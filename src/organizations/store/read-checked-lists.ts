import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { RestrictionList } from '#src/rating/restriction.ts'

/** A list that organizations are checked against; `asOf` is the month of its newest file, YYYY-MM. */
export type CheckedList = { list: 'Revocations' | RestrictionList; asOf?: string }

// OFAC's lists have several files, the others have one.
const SQL = `
  select case kind when 'revocation' then 'Revocations' when 'sam' then 'SAM' else 'OFAC' end as list,
    to_char(max(as_of), 'YYYY-MM') as "asOf"
  from load_source
  where kind in ('revocation', 'sam') or kind like 'ofac-%'
  group by 1`

/**
 * Returns the IRS revocation list if it is loaded, and the restriction lists among `screened`, with
 * their months; one round trip.
 */
export async function readCheckedLists(
  db: Pick<Postgres, 'query'>,
  screened: readonly RestrictionList[],
): Promise<CheckedList[]> {
  const rows = await db.query<{ list: CheckedList['list']; asOf: string | null }>(SQL)
  return (['Revocations', 'OFAC', 'SAM'] as const).flatMap((list) => {
    const row = rows.find((row) => row.list === list)
    if (list === 'Revocations' ? row === undefined : !screened.includes(list)) return []
    return [{ list, ...(row?.asOf != null && { asOf: row.asOf }) }]
  })
}
