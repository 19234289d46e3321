import { reader } from '../../sources/bmf.ts'
import { mergeNewer } from './merge-newer.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

// Also an older extract, whose facts count for nothing, tells a name the organization had.
const mergeNames = (column: 'name' | 'sort_name'): string => `
    insert into bmf_name (ein, kind, name, first_as_of, last_as_of)
    select distinct ein, '${column}', ${column}, as_of, as_of from staged
    where ${column} is not null
    order by ein, ${column}
    on conflict (ein, kind, name) do update
      set first_as_of = least(bmf_name.first_as_of, excluded.first_as_of),
        last_as_of = greatest(bmf_name.last_as_of, excluded.last_as_of)
      where excluded.first_as_of < bmf_name.first_as_of
        or excluded.last_as_of > bmf_name.last_as_of`

/** The newest row of each EIN, and every name with its months. */
export const bmf: Table = {
  types: {
    asset_amount: 'bigint',
    income_amount: 'bigint',
    revenue_amount: 'bigint',
    ...ORIGIN_TYPES,
  },
  merge: [
    mergeNames('name'),
    mergeNames('sort_name'),
    mergeNewer({ table: 'bmf', columns: reader.columns, keys: ['ein'], version: 'as_of' }),
  ],
}
