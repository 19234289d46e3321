import type { Session } from '#src/clients/postgres.ts'
import type { ListedParty } from './listed-party.ts'

// As restricted_current has it, for all parties at once: that view answers for one entry, and for
// each of 180,000 it would look up names, addresses and what is superseded anew. An exclusion that
// has ended counts no longer; on its last day it still does.
const SQL = `
  with gone as materialized (select source_id, part from restricted_superseded),
  name as materialized (
    select list, entry, jsonb_agg(jsonb_build_object('name', name, 'isWeak', is_weak)) as names
    from restricted_name as given
    where not exists (select from gone where gone.source_id = given.source_id and part = 'name')
    group by list, entry
  ),
  address as materialized (
    select list, entry, jsonb_agg(jsonb_build_object('street', street, 'city', city,
      'state', state, 'zip', zip, 'country', country)) as addresses
    from restricted_address as given
    where coalesce(street, city, state, country) is not null
      and not exists (
        select from gone where gone.source_id = given.source_id and part = 'address')
    group by list, entry
  )
  select list, entry, kind, party.name, programs, is_partial as "isPartial", eins,
    to_char(as_of, 'YYYY-MM') as "asOf", coalesce(name.names, '[]') as names,
    weak_names as "weakNames", coalesce(address.addresses, '[]') as addresses
  from restricted_party as party
  left join name using (list, entry)
  left join address using (list, entry)
  where (ends_on is null or ends_on >= current_date)
    and not exists (select from gone where gone.source_id = party.source_id and part = 'party')`

type Row = Omit<ListedParty, 'otherNames'> & {
  names: ListedParty['otherNames']
  weakNames: { name: string }[]
}

/** Every party of the restriction lists that counts today. */
export async function* readParties(session: Session): AsyncGenerator<ListedParty> {
  for await (const batch of session.stream<Row>(SQL)) yield* batch.map(toParty)
}

const toParty = ({ names, weakNames, ...party }: Row): ListedParty => ({
  ...party,
  otherNames: [...names, ...weakNames.map(({ name }) => ({ name, isWeak: true }))],
})
