import type { Session } from '#src/clients/postgres.ts'
import { readRemarks } from '../../records/ofac.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

const ORIGIN = ['as_of', 'source_file', 'source_row', 'source_id']

/** A table of an entry's pieces, and where a staged row has them. */
type Piece = {
  part: 'party' | 'name' | 'address' | 'comment'
  table: string
  /** Behind list and entry. */
  key: readonly string[]
  columns: readonly string[]
  /** FROM clause of the pieces in `staged`. */
  from: string
}

const PARTY =
  'kind text, name text, programs text[], exclusion_type text, remarks text, is_partial boolean, ' +
  'eins text[], uei text, weak_names jsonb, takes_comment boolean, active_on date, ends_on date'
const NAME = 'number text, kind text, name text, is_weak boolean'
const ADDRESS = 'number text, street text, city text, state text, zip text, country text'

const namesOf = (columns: string): string[] =>
  columns.split(', ').map((column) => column.split(' ')[0] ?? '')

const PIECES: readonly Piece[] = [
  {
    part: 'party',
    table: 'restricted_party',
    key: [],
    columns: namesOf(PARTY),
    from: `staged cross join lateral jsonb_to_record(party) as piece (${PARTY})
      where party is not null`,
  },
  {
    part: 'name',
    table: 'restricted_name',
    key: ['number'],
    columns: namesOf(NAME),
    from: `staged cross join lateral jsonb_to_recordset(names) as piece (${NAME})`,
  },
  {
    part: 'address',
    table: 'restricted_address',
    key: ['number'],
    columns: namesOf(ADDRESS),
    from: `staged cross join lateral jsonb_to_recordset(addresses) as piece (${ADDRESS})`,
  },
  {
    part: 'comment',
    table: 'restricted_comment',
    key: [],
    columns: ['text'],
    from: `(select staged.*, comment as text from staged) as piece where text is not null`,
  },
]

const keyOf = ({ key }: Piece): string => ['list', 'entry', ...key].join(', ')

// Before the rows are merged: afterwards all are ours.
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
  insert into restricted_extract (source_id, part, as_of, published_on, rows)
  select source_id, '${piece.part}', as_of, max(published_on), count(*)
  from ${piece.from} group by source_id, as_of
  on conflict (source_id, part) do update
    set rows = restricted_extract.rows + excluded.rows,
      published_on = coalesce(excluded.published_on, restricted_extract.published_on)`

/**
 * The newest extract's row is kept; of one month that of the source entered later, whichever
 * thread was quicker. Of two rows of one source with one key the later counts.
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
      where (${table}.as_of, ${table}.source_id) <= (excluded.as_of, excluded.source_id)`
}

// By what the row is chiefly about: an XML element's party, else the only piece it has.
const isOlder = (table: string, key = ''): string =>
  `(select (there.as_of, there.source_id) <= (staged.as_of, staged.source_id)
    from ${table} as there
    where there.list = staged.list and there.entry = staged.entry ${key})`
// Null for a row that is new, true for one that takes the place of an older.
const MARK_ROWS = `
  update staged set replaces = case
    when party is not null then ${isOlder('restricted_party')}
    when comment is not null then ${isOlder('restricted_comment')}
    when names <> '[]' then
      ${isOlder('restricted_name', `and there.number = names -> 0 ->> 'number'`)}
    else ${isOlder('restricted_address', `and there.number = addresses -> 0 ->> 'number'`)}
  end`

/**
 * Parties of restriction lists with names, addresses and overlong remarks, which come in one XML
 * or in tables of their own, in any order. What counts is asked of the view restricted_current.
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
    // One at a time: two threads with two forms of one list would not see each other's rows.
    `select pg_advisory_xact_lock(hashtext('restricted'))`,
    'alter table staged add replaces boolean',
    MARK_ROWS,
    ...PIECES.flatMap((piece) => [noteOverlap(piece), noteExtract(piece), mergePiece(piece)]),
    `select count(*) filter (where replaces is null)::int as loaded,
      count(*) filter (where replaces)::int as replaced,
      count(*) filter (where not replaces)::int as unchanged from staged`,
  ],
  async finish(session, sourceId) {
    await session.query(SET_WHOLE, [sourceId, BREAKING_OFF])
    await completeRemarks(session)
  },
}

// After these nothing more of a file was read.
const BREAKING_OFF = [
  'CutShort',
  'NotWellFormed',
  'DoctypeRefused',
  'TooDeep',
  'ElementTooLong',
  'NotText',
]

const SET_WHOLE = `
  update restricted_extract set is_whole = true
  where source_id = $1
    and not exists (select from reject where source_id = $1 and code = any($2))`

type Commented = { list: string; entry: string; text: string }

const COMMENTED = `
  select party.list, party.entry, coalesce(party.remarks, '') || coalesce(comment.text, '') as text
  from restricted_comment as written join restricted_party as party using (list, entry)
  left join restricted_comment as comment
    on comment.list = written.list and comment.entry = written.entry
      and not exists (select from restricted_superseded as gone
        where gone.source_id = comment.source_id and gone.part = 'comment')
  where party.takes_comment`

/**
 * Reads remarks and their comments together, since they break off anywhere. They are few, and
 * whichever of the two came last, it finds the other.
 */
async function completeRemarks(session: Session): Promise<void> {
  const commented = await session.query<Commented>(COMMENTED)
  const read = commented.map(({ text, ...key }) => ({ ...key, ...readRemarks(text) }))
  await session.query(
    `update restricted_party as party set eins = given.eins, weak_names = given.weak_names
     from jsonb_to_recordset($1::jsonb)
       as given (list text, entry text, eins text[], weak_names jsonb)
     where party.list = given.list and party.entry = given.entry
       and (party.eins, party.weak_names) is distinct from (given.eins, given.weak_names)`,
    [JSON.stringify(read)],
  )
}
