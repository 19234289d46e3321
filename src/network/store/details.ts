/** Who a counterparty is today, of table organization as `o`: read for those that are shown alone. */
export const DETAILS = `o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
  o.entity_type as "entityType"`
