import { ORIGIN_TYPES, type Table } from './merge.ts'
import { finishRestricted } from './restricted-finish.ts'
import { PIECES, type Piece } from './restricted-pieces.ts'

const ORIGIN = ['as_of', 'source_file', 'source_row', 'source_id']

const keyOf = ({ key }: Piece): string => ['list', 'entry', ...key].join(', ')

// Must run before the rows are merged: afterwards all rows belong to this source.
const noteOverlap = (piece: Piece): string => `
  insert into restricted_overlap (source_id, other_id, part, rows)
  select given.source_id, there.source_id, '${piece.part}', count(*)
  from (select ${keyOf(piece)}, source_id from ${piece.from}) as given
  join ${piece.table} as there using (${keyOf(piece)})
  where there.source_id <> given.source_id
  group by given.source_id, there.source_id
  on conflict (source_id, other_id, part)
    do update set rows = restricted_overlap.rows + excluded.rows`

const noteExtract = (piece: Piece): string => `
  insert into restricted_extract (source_id, part, as_of, day, rows)
  select source_id, '${piece.part}', as_of, max(day), count(*)
  from ${piece.from} group by source_id, as_of
  on conflict (source_id, part) do update
    set rows = restricted_extract.rows + excluded.rows`

// A table states no day; without an earlier day of its month, it counts as older than any.
const SET_DAY = `
  update staged set day = coalesce(
    (select max(day) from restricted_extract as own where own.source_id = staged.source_id),
    published_on,
    (select max(day) from restricted_extract as earlier
      where earlier.as_of = staged.as_of and earlier.source_id < staged.source_id),
    '-infinity')`

const dayOf = (table: string): string =>
  `coalesce((select max(day) from restricted_extract as of_row
    where of_row.source_id = ${table}.source_id), '-infinity')`

/**
 * Keeps the newest extract's row; within one month, that of the one published later, or of the
 * source registered later, whichever thread was faster. If two rows of one source have the same
 * key, the later line counts.
 */
function mergePiece(piece: Piece): string {
  const columns = [...new Set(['list', 'entry', ...piece.columns, ...ORIGIN])]
  const others = columns.filter((column) => !keyOf(piece).split(', ').includes(column))
  const { table } = piece
  return `
    insert into ${table} (${columns.join(', ')})
    select distinct on (${keyOf(piece)}) ${columns.join(', ')} from ${piece.from}
    order by ${keyOf(piece)}, source_row desc
    on conflict (${keyOf(piece)}) do update
      set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${table}.as_of, ${dayOf(table)}, ${table}.source_id)
        <= (excluded.as_of, ${dayOf('excluded')}, excluded.source_id)`
}

// By the main piece of the row: an XML element's party, otherwise the only piece it has.
const isOlder = (table: string, key = ''): string =>
  `(select (there.as_of, ${dayOf('there')}, there.source_id)
      <= (staged.as_of, staged.day, staged.source_id)
    from ${table} as there
    where there.list = staged.list and there.entry = staged.entry ${key})`
// Null for a new row, true for one that replaces an older row.
const MARK_ROWS = `
  update staged set replaces = case
    when party is not null then ${isOlder('restricted_party')}
    when comment is not null then ${isOlder('restricted_comment')}
    when names <> '[]' then
      ${isOlder('restricted_name', `and there.number = names -> 0 ->> 'number'`)}
    else ${isOlder('restricted_address', `and there.number = addresses -> 0 ->> 'number'`)}
  end`

/**
 * Parties of restriction lists with names, addresses, and overlong remarks, from one XML or from
 * separate tables, in any order. The view restricted_current says which parties count.
 */
export const restricted: Table = {
  types: {
    party: 'jsonb',
    names: 'jsonb',
    addresses: 'jsonb',
    published_on: 'date',
    ...ORIGIN_TYPES,
  },
  merge: [
    // One at a time: two threads loading two forms of one list would not see each other's rows.
    `select pg_advisory_xact_lock(hashtext('restricted'))`,
    'alter table staged add replaces boolean, add day date',
    SET_DAY,
    MARK_ROWS,
    ...PIECES.flatMap((piece) => [noteOverlap(piece), noteExtract(piece), mergePiece(piece)]),
    `select count(*) filter (where replaces is null)::int as loaded,
      count(*) filter (where replaces)::int as replaced,
      count(*) filter (where not replaces)::int as unchanged from staged`,
  ],
  async reject(session, sourceId, rejected) {
    const unread = rejected.flatMap(({ entry }) => entry ?? [])
    await session.query(
      `insert into restricted_unread (source_id, list, entry)
       select $1, list, entry from jsonb_to_recordset($2::jsonb) as given (list text, entry text)
       on conflict do nothing`,
      [sourceId, JSON.stringify(unread)],
    )
  },
  finish: finishRestricted,
}
