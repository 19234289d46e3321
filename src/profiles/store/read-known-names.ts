import type { Postgres } from '../../clients/postgres.ts'
import { toCityKey, toNameKey } from '../../domain/name-keys.ts'

/** A name in a city of a state, as filed. */
export type NamedPlace = { name: string; city: string; state: string }

const SQL = `
  select asked.place::integer - 1 as place, min(k.ein) as ein
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked (key, state, city, place)
  join organization_key k on k.key = asked.key and k.state = asked.state and k.city = asked.city
  where asked.key <> '' and asked.state <> '' and asked.city <> ''
  group by asked.place
  having min(k.ein) = max(k.ein)`

/**
 * EINs of those names that one organization alone has in that city, in the order asked for;
 * undefined for names that nobody has there, or several. One round trip, none without names.
 * Throws ApiError StoreUnavailable.
 */
export async function readKnownNames(
  db: Pick<Postgres, 'query'>,
  names: readonly NamedPlace[],
): Promise<(string | undefined)[]> {
  if (names.length === 0) return []
  const found = await db.query<{ place: number; ein: string }>(SQL, [
    names.map(({ name }) => toNameKey(name)),
    names.map(({ state }) => state),
    names.map(({ city }) => toCityKey(city)),
  ])
  const eins = new Map(found.map(({ place, ein }) => [place, ein]))
  return names.map((_, at) => eins.get(at))
}
