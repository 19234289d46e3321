import { ORIGIN } from '../../sources/origin.ts'

/** A registry table, filled from extracts of several months in any order. */
type RegistryTable = {
  table: string
  columns: readonly string[]
  keys: readonly string[]
  /** Column that says how new a row is. */
  version: string
}

/**
 * The statement that merges `staged` into a registry table: a newer extract replaces, one of the
 * same month replaces only what differs, an older one changes nothing. Of two rows of one file
 * with one key the later counts. Returns `{loaded, replaced, unchanged}`.
 */
export function mergeNewer({ table, columns, keys, version }: RegistryTable): string {
  const others = without(columns, keys)
  const facts = without(others, [version, ...ORIGIN])
  const key = keys.join(', ')
  const of = (source: string) => facts.map((fact) => `${source}.${fact}`).join(', ')
  return `
    with written as (
      insert into ${table} (${columns.join(', ')})
      select distinct on (${key}) ${columns.join(', ')} from staged
      order by ${key}, staged.source_row desc
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

const without = (columns: readonly string[], left: readonly string[]): string[] =>
  columns.filter((column) => !left.includes(column))
