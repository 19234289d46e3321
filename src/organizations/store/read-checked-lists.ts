import { knownFields } from '#src/domain/known-fields.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { RestrictionList } from '#src/rating/restriction.ts'
import type { Organization } from '../organization.ts'

/**
 * A list that an organization is checked against; `asOf` is the month of the newest file in use, YYYY-MM.
 * `Registry` is the IRS registry of its state.
 */
export type CheckedList = {
  list: 'Registry' | 'Revocations' | RestrictionList
  asOf?: string
  /** How many entries are loaded, because a file can be a part of the list. */
  entries?: number
}

// The entries of OFAC's lists and SAM are rows of the files in use; the revocations, of their newest
// month.
const SQL = `
  with source as (
    select case name when 'SAM' then 'SAM' else 'OFAC' end as list, as_of, source_id as id
    from restricted_list where part = 'party'
    union all
    select 'Revocations', as_of, id from load_source where kind = 'revocation' and as_of
      is not distinct from (select max(as_of) from load_source where kind = 'revocation')
  )
  select list, to_char(max(as_of), 'YYYY-MM') as "asOf", sum(slice.entries)::integer as entries
  from source
  cross join lateral (
    select sum(loaded + replaced + unchanged) as entries from load_slice where source_id = source.id
  ) slice
  group by 1`

/** The month of the newest file of each list, and its entries; null if unknown. */
type ListMonths = readonly {
  list: CheckedList['list']
  asOf: string | null
  entries: number | null
}[]

/** Reads the months of the loaded lists; one round trip. */
export const readListMonths = (db: Pick<Postgres, 'query'>): Promise<ListMonths> => db.query(SQL)

type Checked = Pick<Organization, 'screenedLists' | 'registry' | 'registryAsOf'>

/**
 * Returns the IRS registry and revocation list if they are loaded, and the organization's restriction
 * lists, with their months; one round trip.
 */
export const readCheckedLists = async (
  db: Pick<Postgres, 'query'>,
  organization: Checked,
): Promise<CheckedList[]> => toCheckedLists(organization, await readListMonths(db))

/** Does the same with months that have been read. */
export function toCheckedLists(
  { screenedLists, registry, registryAsOf }: Checked,
  months: ListMonths,
): CheckedList[] {
  const asOf = registry?.asOf ?? registryAsOf
  const lists = (['Revocations', 'OFAC', 'SAM'] as const).flatMap((list): CheckedList[] => {
    const row = months.find((row) => row.list === list)
    if (list === 'Revocations' ? row === undefined : !screenedLists.includes(list)) return []
    return [knownFields({ list, asOf: row?.asOf, entries: row?.entries })]
  })
  return asOf === null ? lists : [{ list: 'Registry', asOf }, ...lists]
}
