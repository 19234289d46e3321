/** Who a counterparty is today, of table organization as `o`: read for those that are shown alone. */
export const DETAILS = `o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
  o.entity_type as "entityType"`

// As conditions of the index, behind a column that is not given, Postgres 18 would look for each
// category and year of each counterparty apart ("skip scan"), ten times as slow as reading all rows
// of the organization in order; `is true` makes them filters on what is read.
/** Rows that count, of the categories in $2, filed for year $3 or later. */
export const COUNTED = `is_counted and (category = any($2::edge_category[])) is true and (tax_year >= $3) is true`
