import { basename } from 'node:path'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'

/** The entries of the restriction lists at one moment, and the organizations found on them. */
type ListState = {
  /** Entries that count, by list. */
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
  select list, array_agg(entry) as entries from restricted_party
  where source_id not in (select source_id from restricted_superseded where part = 'party')
  group by list`

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

// Two different lists from one publisher share a few entries, which is not worth a note.
const WORTH_TELLING = 0.1

// The last reject is the one that ended the reading.
const BROKEN = `
  select path, (select max(line)::int from reject where reject.source_id = load_source.id) as row
  from load_source
  where id = any($1) and exists (
    select from restricted_extract where source_id = load_source.id and not is_whole)
  order by path`

const ALIKE = `
  select load_source.path as newer, other.path as older, max(floor(100.0 * overlap.rows / old.rows))::int as percent
  from restricted_overlap as overlap
  cross join lateral (
    select one.source_id, one.part, one.rows, two.source_id as newer_id
    from restricted_extract as one join restricted_extract as two using (part)
    where one.part = overlap.part
      and (one.source_id, two.source_id) in
        ((overlap.source_id, overlap.other_id), (overlap.other_id, overlap.source_id))
      and (one.as_of, one.day, one.source_id) < (two.as_of, two.day, two.source_id)
      and one.superseded_by is null and two.superseded_by is null and two.is_whole
  ) as old
  join load_source on load_source.id = old.newer_id
  join load_source as other on other.id = old.source_id
  where (overlap.source_id = any($1) or overlap.other_id = any($1))
    and overlap.rows >= old.rows * $2::numeric
  group by load_source.path, other.path order by newer, older`

/**
 * Returns sentences about the restriction lists among these sources: lists that were not read to
 * their end and therefore remove no entry, and lists that resemble another one but do not replace
 * it.
 */
export async function readListNotes(db: Postgres, sourceIds: number[]): Promise<string[]> {
  const broken = await db.query<{ path: string; row: number | null }>(BROKEN, [sourceIds])
  const alike = await db.query<{ newer: string; older: string; percent: number }>(ALIKE, [
    sourceIds,
    WORTH_TELLING,
  ])
  return [
    ...broken.map(
      ({ path, row }) =>
        `${basename(path)} is incomplete${row === null ? '' : `: it ends at row ${row}`}. ` +
        'The rows that could be read are used, and no entry was removed. Download the file again and load it.',
    ),
    ...alike.map(
      ({ newer, older, percent }) =>
        `${newer} contains ${percent}% of the rows of ${older}, too few to replace it. Entries ` +
        'from both files are used. If the newer file is incomplete, download it again and load it.',
    ),
  ]
}
