import type { Postgres } from '../../clients/postgres.ts'
import type { RestrictionList } from '../../rating/restriction.ts'

/** An entry of a restriction list as it is stored; dates are YYYY-MM-DD. */
export type RestrictedEntry = {
  as_of: string
  name: string
  programs: string[]
  exclusion_type: string | null
  remarks: string | null
  uei: string | null
  active_on: string | null
  ends_on: string | null
  /** The day the list gives itself, where it does. */
  published_on: string | null
}

/** One entry of a restriction list; undefined when the list has none of that number. */
export async function readRestriction(
  db: Pick<Postgres, 'query'>,
  list: RestrictionList,
  entry: string,
): Promise<RestrictedEntry | undefined> {
  const [row] = await db.query<RestrictedEntry>(
    `select as_of, name, programs, exclusion_type, remarks, uei, active_on, ends_on,
       published_on
     from restricted_current where list = $1 and entry = $2`,
    [list, entry],
  )
  return row
}
