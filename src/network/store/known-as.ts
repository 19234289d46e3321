/** The organization of a party, of table organization as `o`, which may be missing (PartyRow). */
export const KNOWN_AS = `o.name as "knownName", o.city as "knownCity", o.state as "knownState",
  o.country as "knownCountry", coalesce(o.primary_form is not null, false) as "hasProfile"`
