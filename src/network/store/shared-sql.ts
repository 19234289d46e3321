import type { Direction } from '../direction.ts'

/** The columns of `money_edge` for the organization itself and for the other side. */
export const SIDES = {
  Outgoing: { own: 'funder_ein', other: 'recipient_ein' },
  Incoming: { own: 'recipient_ein', other: 'funder_ein' },
} as const satisfies Record<Direction, object>

export type Side = (typeof SIDES)[Direction]

/** The current details of a counterparty in table organization as `o`. */
export const DETAILS = `o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
  o.entity_type as "entityType"`

/** The organization of a party in table organization as `o`, which may be missing (PartyRow). */
export const KNOWN_AS = `o.name as "knownName", o.city as "knownCity", o.state as "knownState",
  o.country as "knownCountry", coalesce(o.primary_form is not null, false) as "hasProfile"`

/**
 * Counted rows of the categories in $2, from tax year $3 on. `is true` makes these filters instead
 * of index conditions: Postgres 18 would search each category and year of each counterparty
 * separately ("skip scan"), which takes ten times as long as reading all rows of the organization.
 */
export const COUNTED = `is_counted and (category = any($2::edge_category[])) is true and (tax_year >= $3) is true`
