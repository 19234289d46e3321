import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { RestrictionList } from '#src/rating/restriction.ts'

/** An entry of a restriction list as it is stored; dates are YYYY-MM-DD. */
export type RestrictedEntry = {
  as_of: string
  name: string
  programs: string[]
  remarks: string | null
  /** The day the list gives itself, where it does. */
  published_on: string | null
  /** The list's row by column, where the list has one row an entry: SAM. */
  written: Record<string, string> | null
  names: { kind: string; name: string }[]
  addresses: Record<'street' | 'city' | 'state' | 'zip' | 'country', string | null>[]
}

/** One entry of a restriction list; undefined when the list has none of that number. */
export async function readRestriction(
  db: Pick<Postgres, 'query'>,
  list: RestrictionList,
  entry: string,
): Promise<RestrictedEntry | undefined> {
  const [row] = await db.query<RestrictedEntry>(
    `select as_of, name, programs, remarks, published_on, written,
       ${piecesOf('name', ['kind', 'name'])} as names,
       ${piecesOf('address', ['street', 'city', 'state', 'zip', 'country'])} as addresses
     from restricted_current as party where list = $1 and entry = $2`,
    [list, entry],
  )
  return row
}

/** The pieces of an entry that count, in the order of their numbers. */
const piecesOf = (part: 'name' | 'address', columns: readonly string[]): string => `
  (select coalesce(json_agg(json_build_object(
      ${columns.map((column) => `'${column}', piece.${column}`).join(', ')})
      order by length(number), number), '[]')
    from restricted_${part} as piece
    where piece.list = party.list and piece.entry = party.entry
      and not exists (select from restricted_superseded as gone
        where gone.source_id = piece.source_id and gone.part = '${part}'))`
