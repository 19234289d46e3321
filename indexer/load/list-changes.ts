import type { Postgres } from '#src/platform/clients/postgres.ts'
import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'

/** The entries of the restriction lists at one moment, and the organizations found on them. */
type ListState = {
  /** By list. */
  entries: ReadonlyMap<string, ReadonlySet<string>>
  found: Screened
}

/** Counts organizations by screening result; a confirmed match does not count as `review`. */
type Screened = { confirmed: number; review: number }

/** What a load changed on the restriction lists and in the screening results. */
export type ListChanges = {
  lists: { list: string; added: number; removed: number; entries: number }[]
  screened: { before: Screened; now: Screened }
}

const ENTRIES = `
  select list, array_agg(entry) as entries from restricted_party group by list`

const FOUND = `
  select count(*) filter (where is_confirmed)::int as confirmed,
    count(*) filter (where not is_confirmed)::int as review
  from (select bool_or(status = 'Confirmed') as is_confirmed from screening_match group by ein)
    as organization`

/** Reads the two sides of `compareLists`; hundreds of thousands of entries take about 10 MB. */
export async function readListState(db: Postgres): Promise<ListState> {
  const rows = await db.query<{ list: string; entries: string[] }>(ENTRIES)
  const [found] = await db.query<Screened>(FOUND)
  return {
    entries: new Map(rows.map(({ list, entries }) => [list, new Set(entries)])),
    found: found ?? { confirmed: 0, review: 0 },
  }
}

/** Returns the differences between two moments by list; lists that are not loaded are left out. */
export function compareLists(before: ListState, now: ListState): ListChanges {
  const lists = RESTRICTION_LISTS.flatMap((list) => {
    const [old, own] = [before.entries.get(list), now.entries.get(list)]
    if (own === undefined && old === undefined) return []
    const [were, are] = [old ?? new Set<string>(), own ?? new Set<string>()]
    const [added, removed] = [countMissing(are, were), countMissing(were, are)]
    return [{ list, added, removed, entries: are.size }]
  })
  return { lists, screened: { before: before.found, now: now.found } }
}

const countMissing = (entries: ReadonlySet<string>, from: ReadonlySet<string>): number =>
  [...entries].filter((entry) => !from.has(entry)).length

/** Returns why restriction lists among these sources were not replaced, as sentences. */
export async function readListNotes(db: Postgres, sourceIds: number[]): Promise<string[]> {
  const rows = await db.query<{ detail: string }>(
    `select detail from reject where source_id = any($1) and code like 'List%' order by id`,
    [sourceIds],
  )
  return rows.map(({ detail }) => detail)
}
