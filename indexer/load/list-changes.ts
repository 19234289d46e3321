import type { Postgres } from '#src/clients/postgres.ts'
import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'

/** Who is on restriction lists at one moment, and which organizations were found there. */
export type ListState = {
  /** By list, entries that count. */
  entries: ReadonlyMap<string, ReadonlySet<string>>
  found: Screened
}

/** Organizations by what screening found; one that is confirmed is not counted as to be looked at. */
export type Screened = { confirmed: number; review: number }

/** What a load changed on restriction lists and in what screening found. */
export type ListChanges = {
  lists: { list: string; added: number; removed: number; entries: number }[]
  screened: { before: Screened; now: Screened }
}

const ENTRIES = `
  select list, array_agg(entry) as entries from restricted_party
  where source_id not in (select source_id from restricted_superseded where part = 'party')
  group by list`

const FOUND = `
  select count(*) filter (where is_confirmed)::int as confirmed,
    count(*) filter (where not is_confirmed)::int as review
  from (select bool_or(status = 'Confirmed') as is_confirmed from screening_match group by ein)
    as organization`

/** Reads what `compareLists` compares: entries by the hundred thousand are some ten MB. */
export async function readListState(db: Postgres): Promise<ListState> {
  const rows = await db.query<{ list: string; entries: string[] }>(ENTRIES)
  const [found] = await db.query<Screened>(FOUND)
  return {
    entries: new Map(rows.map(({ list, entries }) => [list, new Set(entries)])),
    found: found ?? { confirmed: 0, review: 0 },
  }
}

/** What differs between two moments, list by list; lists that are not loaded are left out. */
export function compareLists(before: ListState, now: ListState): ListChanges {
  const lists = RESTRICTION_LISTS.flatMap((list) => {
    const [old, own] = [before.entries.get(list), now.entries.get(list)]
    if (own === undefined && old === undefined) return []
    const [were, are] = [old ?? new Set(), own ?? new Set()]
    const [added, removed] = [are.difference(were).size, were.difference(are).size]
    return [{ list, added, removed, entries: are.size }]
  })
  return { lists, screened: { before: before.found, now: now.found } }
}

const count = (value: number): string => value.toLocaleString('en-US')

/** The changes as lines of at most 80 columns; none where no list is loaded. */
export function describeListChanges({ lists, screened }: ListChanges): string[] {
  if (lists.length === 0) return []
  const changes = lists.map(
    ({ list, added, removed, entries }) =>
      `${list}: ${count(added)} added, ${count(removed)} taken off, ${count(entries)} entries.`,
  )
  const { before, now } = screened
  if ([before, now].every(({ confirmed, review }) => confirmed + review === 0)) {
    return [...changes, 'Screening: nobody was found on a list.']
  }
  const isOne = now.confirmed === 1
  return [
    ...changes,
    `Screening: ${count(now.confirmed)} ${isOne ? 'organization is' : 'organizations are'} on a ` +
      `list${since(now.confirmed - before.confirmed)},`,
    `  ${count(now.review)} more may be, or an officer${since(now.review - before.review)}.`,
  ]
}

const since = (more: number): string =>
  more === 0 ? ' (as before)' : ` (${more > 0 ? '+' : '−'}${count(Math.abs(more))} since before)`
