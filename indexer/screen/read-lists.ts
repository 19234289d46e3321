import { todayInUtc } from '#src/domain/days.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import type { ListedParty } from './listed-party.ts'

// The view restricted_current has remarks, which are not needed, and lacks names and addresses. An
// exclusion counts through its last day.
const partiesOn = (day: string): string => `
  select list, entry, kind, party.name, programs, is_partial as "isPartial", eins, uei,
    to_char(as_of, 'YYYY-MM') as "asOf", coalesce(other.names, '[]') as "otherNames",
    coalesce(place.addresses, '[]') as addresses
  from restricted_party as party
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', name, 'isWeak', is_weak)) as names
    from (
      select name, is_weak from restricted_name as given
      where given.list = party.list and given.entry = party.entry
      union all
      select name, true from jsonb_to_recordset(party.weak_names) as weak (name text)
    ) as every_name
  ) as other on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('street', street, 'city', city, 'state', state,
      'zip', zip, 'country', country)) as addresses
    from restricted_address as given
    where given.list = party.list and given.entry = party.entry
      and coalesce(street, city, state, country) is not null
  ) as place on true
  where (ends_on is null or ends_on >= ${day}::date)`
const ALL = partiesOn('$1')

// One at a time: in a join, the planner reads all 180,000 parties to find a few.
const BY_KEYS = `
  with found as materialized (
    select distinct list, entry from screening_key where key = any($1)
  )
  select one.* from found
  cross join lateral (
    ${partiesOn('$2')} and party.list = found.list and party.entry = found.entry offset 0
  ) as one`

/** Reads every party of the restriction lists that counts today. */
export async function readParties(session: Session): Promise<ListedParty[]> {
  const parties: ListedParty[] = []
  for await (const batch of session.stream<ListedParty>(ALL, [todayInUtc({})]))
    parties.push(...batch)
  return parties
}

/** Reads the parties that count today and have one of these stored keys. */
export const readPartiesByKeys = (
  session: Session,
  keys: ReadonlySet<string>,
): Promise<ListedParty[]> => session.query<ListedParty>(BY_KEYS, [[...keys], todayInUtc({})])
