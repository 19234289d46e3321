import type { Session } from '#src/clients/postgres.ts'
import { RESTRICTION_LISTS, type RestrictionList } from '#src/rating/restriction.ts'

/** A restriction list as it is loaded; nothing but its name where it is not. */
export type ListStatus = {
  list: RestrictionList
  loaded?: {
    /** Of its newest extract, YYYY-MM. */
    month: string
    /** Parties that count, those whose exclusion has ended included. */
    parties: number
    /** Whether every extract that counts was read to its end. */
    isWhole: boolean
  }
}

// By extract first: of a list's 180,000 parties nearly all are of one.
const SQL = `
  with extract as (
    select list, source_id, max(as_of) as as_of, count(*) as parties
    from restricted_party group by list, source_id
  )
  select list, to_char(max(extract.as_of), 'YYYY-MM') as month, sum(parties)::bigint as parties,
    bool_and(coalesce(is_whole, false)) as "isWhole"
  from extract
  left join restricted_extract read on read.source_id = extract.source_id and read.part = 'party'
  where extract.source_id not in (select source_id from restricted_superseded where part = 'party')
  group by list`

/** What organizations are screened against, list by list. */
export async function readLists(db: Pick<Session, 'query'>): Promise<ListStatus[]> {
  const rows = await db.query<{ list: string } & NonNullable<ListStatus['loaded']>>(SQL)
  return RESTRICTION_LISTS.map((list) => {
    const found = rows.find((row) => row.list === list)
    if (!found) return { list }
    const { month, parties, isWhole } = found
    return { list, loaded: { month, parties, isWhole } }
  })
}
