import { basename } from 'node:path'
import type { Postgres } from '#src/clients/postgres.ts'

// Two different lists of one publisher share a few entries, which nobody need be told.
const WORTH_TELLING = 0.1

// The reject that ended the reading is the last.
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
 * What people should know of the restriction lists among these sources, in sentences: which take
 * nobody off since they were not read to their end, and which look like another and do not take
 * its place.
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
        `${basename(path)} was not read to its end${row === null ? '' : `: it breaks off at row ${row}`}. ` +
        'What stands before counts, and nobody was taken off a list. Download it again and load it.',
    ),
    ...alike.map(
      ({ newer, older, percent }) =>
        `${basename(newer)} holds ${percent} % of the rows of ${basename(older)}, too few to take ` +
        'its place: the entries of both count.',
    ),
  ]
}
