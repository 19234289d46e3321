import * as readers from '../../sources/kinds/registry.ts'
import { ORIGIN, type TabularReader } from '../../sources/source.ts'
import { EVERY, NONE } from '../../store/due.ts'
import { countWritten, factsOf, mergeLatest, ORIGIN_TYPES, type Table } from './merge.ts'

/** Returns the statement that keeps the row of the newest extract for each key. */
const mergeExtract = (table: string, reader: TabularReader, keys: readonly string[]): string =>
  countWritten(
    mergeLatest({
      table,
      keys,
      facts: factsOf(reader, keys),
      origin: ORIGIN,
      versionOf: (row) => `${row}.as_of`,
    }),
  )

// An older extract, whose facts do not count, may still add a former name.
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
  due: { resolve: EVERY },
  // An older extract may still add a former name.
  isDueUnchanged: true,
  types: {
    asset_amount: 'bigint',
    income_amount: 'bigint',
    revenue_amount: 'bigint',
    ...ORIGIN_TYPES,
  },
  merge: [mergeNames('name'), mergeNames('sort_name'), mergeExtract('bmf', readers.bmf, ['ein'])],
}

export const pub78: Table = {
  due: { resolve: EVERY },
  types: { deductibility_codes: 'text[]', ...ORIGIN_TYPES },
  merge: [mergeExtract('pub78', readers.pub78, ['ein'])],
}

/** The newest row of each event: an EIN can be revoked more than once. */
export const revocation: Table = {
  due: { resolve: EVERY },
  types: { revoked_on: 'date', posted_on: 'date', reinstated_on: 'date', ...ORIGIN_TYPES },
  merge: [mergeExtract('revocation', readers.revocation, ['ein', 'revoked_on'])],
}

/** The newest row of each return; the table keeps its year, not its line. */
export const filingIndex: Table = {
  due: { resolve: NONE },
  types: { index_year: 'smallint', ...ORIGIN_TYPES },
  merge: [
    countWritten(
      mergeLatest({
        table: 'filing_index',
        keys: ['object_id'],
        facts: readers.filingIndex.columns.filter(
          (name) => !['object_id', 'source_row'].includes(name),
        ),
        origin: [],
        versionOf: (row) => `${row}.index_year`,
      }),
    ),
  ],
}
