import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { SourceKind } from '../sources/source.ts'
import type { RegisteredSource } from './register.ts'

/**
 * Counts of one kind of source. `fresh` rows are those this load read, in `seconds` of all its
 * threads together.
 */
export type KindTally = {
  kind: SourceKind
  loaded: number
  unchanged: number
  replaced: number
  rejected: number
  warned: number
  fresh: number
  seconds: number
}

/** The state of a load over all its sources. */
export type Tally = {
  kinds: KindTally[]
  /** Sources that have open slices. */
  openIn: number[]
  /** Bytes of text in total and in finished slices. */
  bytes: number
  doneBytes: number
  /** Members listed, or rows read so far if they are more. */
  expected: number
  rejected: number
}

// In this load's counts, rows of a source that an earlier load finished are "already there". A
// resumed load counts the part before the kill as its own.
const TALLY = `
  select kind,
    coalesce(array_agg(distinct load_source.id::int)
      filter (where done_at is null and load_slice.source_id is not null), '{}') as "openIn",
    coalesce(sum(load_slice.bytes), 0)::bigint as bytes,
    coalesce(sum(load_slice.bytes) filter (where done_at is not null), 0)::bigint as "doneBytes",
    coalesce(sum(member_count), 0)::bigint as members,
    coalesce(sum(loaded) filter (where is_ours), 0)::bigint as loaded,
    coalesce(sum(case when is_ours then unchanged else loaded + unchanged + replaced end), 0)::bigint
      as unchanged,
    coalesce(sum(replaced) filter (where is_ours), 0)::bigint as replaced,
    coalesce(sum(rejected), 0)::bigint as rejected,
    coalesce(sum(warned), 0)::bigint as warned,
    coalesce(sum(loaded + unchanged + replaced + rejected) filter (where is_ours), 0)::bigint
      as fresh,
    coalesce(sum(seconds) filter (where is_ours), 0) as seconds
  from load_source
  cross join lateral (select load_source.id <> all($2) as is_ours) as share
  left join load_slice on source_id = load_source.id
  where load_source.id = any($1)
  group by kind order by kind`

type Row = KindTally & {
  openIn: number[]
  bytes: number
  doneBytes: number
  members: number
}

/** Sums the slices of these sources, whichever process loaded them. */
export async function readTally(db: Postgres, sources: RegisteredSource[]): Promise<Tally> {
  const ids = sources.map(({ id }) => id)
  const finished = sources.filter(({ isFinished }) => isFinished).map(({ id }) => id)
  const rows = await db.query<Row>(TALLY, [ids, finished])
  const sum = (read: (row: Row) => number) => rows.reduce((total, row) => total + read(row), 0)
  const doneOf = (row: Row) => row.loaded + row.unchanged + row.replaced + row.rejected
  return {
    kinds: rows.map(
      ({ openIn: _in, bytes: _bytes, doneBytes: _done, members: _, ...kind }) => kind,
    ),
    openIn: rows.flatMap((row) => row.openIn),
    bytes: sum((row) => row.bytes),
    doneBytes: sum((row) => row.doneBytes),
    expected: sum((row) => Math.max(row.members, doneOf(row))),
    rejected: sum((row) => row.rejected),
  }
}
