/** A table filled from files in any order, of whose rows with one key the latest version counts. */
export type LatestTable = {
  table: string
  /** Facts of a row, without its key and origin. */
  facts: readonly string[]
  keys: readonly string[]
  /** SQL of what a row is ordered by: the columns of the table or alias that is given. */
  versionOf(row: string): string
  /** Columns that the statement gives of each row written, beside `is_new`. */
  given?: readonly string[]
  /** SQL values of columns that are set otherwise than from the staged row of that name. */
  set?: Readonly<Record<string, string>>
}

const ORIGIN = ['as_of', 'source_file', 'source_row', 'source_id'] as const

/**
 * The statement that merges `staged`: a later version replaces, one as late replaces only what differs,
 * an earlier one changes nothing. Of two rows of one file as late as each other the later line counts.
 * It gives `is_new` of each row written, and what is asked for.
 */
export function mergeLatest(latest: LatestTable): string {
  const { table, facts, keys, versionOf, given = [], set = {} } = latest
  const columns = [...keys, ...facts, ...ORIGIN]
  const key = keys.join(', ')
  const compared = facts.filter((fact) => set[fact] === undefined)
  const of = (row: string) => compared.map((fact) => `${row}.${fact}`).join(', ')
  const others = [...facts, ...ORIGIN].map(
    (column) => `${column} = ${set[column] ?? `excluded.${column}`}`,
  )
  return `
    insert into ${table} (${columns.join(', ')})
    select distinct on (${key}) ${columns.join(', ')} from staged
    order by ${key}, (${versionOf('staged')}) desc, staged.source_row desc
    on conflict (${key}) do update set ${others.join(', ')}
      where (${versionOf(table)}) < (${versionOf('excluded')})
        or ((${versionOf(table)}) = (${versionOf('excluded')})
          and (${of(table)}) is distinct from (${of('excluded')}))
    returning ${['xmax = 0 as is_new', ...given].join(', ')}`
}

/**
 * Of a statement that gives `is_new` of each row written, one that counts as loads do; `mark` is one
 * that writes down what `written` gives besides.
 */
export const countWritten = (statement: string, mark?: string): string => `
  with written as (${statement})${mark ? `, marked as (${mark})` : ''}
  select count(*) filter (where is_new)::int as loaded,
    count(*) filter (where not is_new)::int as replaced,
    ((select count(*) from staged) - count(*))::int as unchanged
  from written`

/** SQL of a version by the day a row was last changed and, where that is the same, the file's month. */
export const byLastModified = (row: string): string =>
  `coalesce(${row}.last_modified, '-infinity'), ${row}.as_of`
