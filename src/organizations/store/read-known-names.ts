import { toCityKey, toNameKey } from '#src/domain/name-keys.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** A name as filed: in a city of a state, or alone. */
export type FiledName = { name: string; city?: string; state?: string }

/** `Authoritative`: the same return gives the EIN elsewhere; `Strong`: by name and place. */
export type KnownName = { ein: string; confidence: 'Authoritative' | 'Strong' }

// What a return pays to somebody it relates with an EIN has that EIN (filed_edge). What it receives
// is no edge: there a name of one of those it relates is looked for.
const SQL = `
  with asked as (
    select place::integer - 1 as place, key, state, city
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as one (key, state, city, place)
    where key <> ''
  )
  select place, confidence, min(ein) as ein
  from (
    select a.place, 'Strong' as confidence, k.ein
    from asked a
    join organization_key k on k.key = a.key and k.state = a.state and k.city = a.city
    where a.state <> '' and a.city <> ''
    union all
    select a.place, 'Authoritative', e.ein
    from asked a
    join filed_edge e on e.object_id = $4 and e.name_key = a.key and e.is_ein_related
    where a.city = ''
    union all
    select a.place, 'Authoritative', k.ein
    from asked a
    join organization_key k on k.key = a.key
    join related_reference r on r.object_id = $4 and r.related_ein = k.ein
    where a.city = ''
  ) found
  group by place, confidence
  having min(ein) = max(ein)`

/**
 * Whom names of a return's Schedule R mean, in the order asked for: with a place the one
 * organization that has the name there, alone the one that the same Schedule R gives with an EIN;
 * undefined for names of nobody, or of several. One round trip, none without names. Throws ApiError
 * StoreUnavailable.
 */
export async function readKnownNames(
  db: Pick<Postgres, 'query'>,
  objectId: string,
  names: readonly FiledName[],
): Promise<(KnownName | undefined)[]> {
  if (names.length === 0) return []
  const found = await db.query<KnownName & { place: number }>(SQL, [
    names.map(({ name }) => toNameKey(name)),
    names.map(({ state = '' }) => state),
    names.map(({ city = '' }) => toCityKey(city)),
    objectId,
  ])
  const known = new Map(found.map(({ place, ein, confidence }) => [place, { ein, confidence }]))
  return names.map((_, at) => known.get(at))
}
