/** A table with one piece of an entry, and its location in a staged row. */
export type Piece = {
  part: 'party' | 'name' | 'address' | 'comment'
  table: string
  /** Key columns after list and entry. */
  key: readonly string[]
  columns: readonly string[]
  /** FROM clause of the pieces in `staged`. */
  from: string
}

const PARTY =
  'kind text, name text, programs text[], exclusion_type text, remarks text, written jsonb, ' +
  'is_partial boolean, eins text[], uei text, weak_names jsonb, takes_comment boolean, active_on date, ends_on date'
const NAME = 'number text, kind text, name text, is_weak boolean'
const ADDRESS = 'number text, street text, city text, state text, zip text, country text'

const namesOf = (columns: string): string[] =>
  columns.split(', ').map((column) => column.split(' ')[0] ?? '')

/** The pieces of an entry: party, other names, addresses, and the rest of overlong remarks. */
export const PIECES: readonly Piece[] = [
  {
    part: 'party',
    table: 'restricted_party',
    key: [],
    columns: [...namesOf(PARTY), 'published_on'],
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
