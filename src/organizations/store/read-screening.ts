import type { Postgres } from '#src/platform/clients/postgres.ts'
import { RESTRICTION_LISTS, type RestrictionList } from '#src/rating/restriction.ts'

/** A loaded restriction list; `asOf` is the month of its newest file, YYYY-MM, if it is known. */
export type ScreenedList = { list: RestrictionList; asOf?: string }

// OFAC's lists have several files, SAM's has one.
const SQL = `
  select case when kind = 'sam' then 'SAM' else 'OFAC' end as list,
    to_char(max(as_of), 'YYYY-MM') as "asOf"
  from load_source
  where kind = 'sam' or kind like 'ofac-%'
  group by 1`

/** Returns the lists in their usual order, with their months; one round trip. */
export async function readScreenedLists(
  db: Pick<Postgres, 'query'>,
  loaded: readonly RestrictionList[],
): Promise<ScreenedList[]> {
  const rows = await db.query<{ list: RestrictionList; asOf: string | null }>(SQL)
  return RESTRICTION_LISTS.filter((list) => loaded.includes(list)).map((list) => {
    const asOf = rows.find((row) => row.list === list)?.asOf ?? undefined
    return { list, ...(asOf !== undefined && { asOf }) }
  })
}
