import { basename } from 'node:path'
import type { TabularSource } from './source.ts'

/** A registry table, filled from extracts of several months in any order. */
export type RegistryTable = {
  table: string
  keys: readonly string[]
  /** Column that says how new a row is. */
  version: string
  facts: readonly string[]
}

/** Where a registry row came from; every registry table has these columns. */
export const ORIGIN = ['source_file', 'source_row'] as const

/** Name of the file, or of the zip and its entry, without the folders of this machine. */
export const fileOf = ({ path, member }: TabularSource): string =>
  member === undefined ? basename(path) : `${basename(path)}/${member}`

/** First day of the month an extract is of. */
export const monthOf = ({ asOf }: TabularSource): string => `${asOf}-01`

/**
 * The statement that merges `staged` into a registry table: a newer extract replaces, one of the
 * same month replaces only what differs, an older one changes nothing. Of two rows of one file
 * with one key the later counts. Returns `{loaded, replaced, unchanged}`.
 */
export function mergeNewer({ table, keys, version, facts }: RegistryTable, origin = true): string {
  const others = [version, ...facts, ...(origin ? ORIGIN : [])]
  const columns = [...keys, ...others].join(', ')
  const key = keys.join(', ')
  const of = (source: string) => facts.map((fact) => `${source}.${fact}`).join(', ')
  return `
    with written as (
      insert into ${table} (${columns})
      select distinct on (${key}) ${columns} from staged order by ${key}, source_row desc
      on conflict (${key}) do update
        set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
        where ${table}.${version} < excluded.${version}
          or (${table}.${version} = excluded.${version}
            and (${of(table)}) is distinct from (${of('excluded')}))
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as loaded,
      count(*) filter (where not is_new)::int as replaced,
      ((select count(*) from staged) - count(*))::int as unchanged
    from written`
}
