import type { TabularReader } from '../../sources/source.ts'
import type { Step } from '../../store/due.ts'

/**
 * How the rows of one kind of table are stored. A batch is copied into a temporary table `staged`,
 * which has the reader's columns and `source_id`, and merged in the same transaction. A killed load
 * repeats a batch, so merging the same rows twice must change nothing.
 */
export type Table = {
  /** SQL types of the columns that are not text. */
  types: Readonly<Record<string, string>>
  /**
   * Statements without parameters, run in order. The last returns one row
   * `{loaded, replaced, unchanged}` of integers.
   */
  merge: readonly string[]
  /** What a load that changed rows marks as due. */
  due: Partial<Record<Step, string>>
  /** Whether rows that were there already may change something, such as a former name. */
  isDueUnchanged?: true
}

/** SQL types of the columns that record a row's origin. */
export const ORIGIN_TYPES = { as_of: 'date', source_row: 'integer' } as const

const ORIGIN = ['as_of', 'source_file', 'source_row', 'source_id']

/** Returns the columns of a reader that are neither keys nor a row's origin. */
export const factsOf = ({ columns }: TabularReader, keys: readonly string[]): string[] =>
  columns.filter((column) => ![...keys, ...ORIGIN].includes(column))

/**
 * A table filled from files in any order: among the rows with one key, the latest version counts.
 */
type VersionedTable = {
  table: string
  keys: readonly string[]
  /** Columns other than keys and origin. */
  facts: readonly string[]
  /** Columns that record a row's origin; ORIGIN when left out. */
  origin?: readonly string[]
  /** Returns SQL for the version of a row; `row` is a table or alias. */
  versionOf(row: string): string
  /** SQL of columns whose new value is not the staged one. */
  set?: Readonly<Record<string, string>>
}

/**
 * Returns the statement that merges `staged`: a later version replaces the stored row, an equal one
 * replaces it only if a fact differs, and an earlier one changes nothing. Between two equal
 * versions in one file, the later line counts. The statement returns `is_new` of each row written.
 */
export function mergeLatest(versioned: VersionedTable): string {
  const { table, facts, keys, versionOf, origin = ORIGIN, set = {} } = versioned
  const columns = [...keys, ...facts, ...origin]
  const key = keys.join(', ')
  const compared = facts.filter((fact) => set[fact] === undefined)
  const of = (row: string) => compared.map((fact) => `${row}.${fact}`).join(', ')
  const others = [...facts, ...origin].map(
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
    returning xmax = 0 as is_new`
}

/**
 * Wraps a statement that returns `is_new` of each row written, so that it returns the counts of a
 * load; `mark` is a further statement that reads from `written`.
 */
export const countWritten = (statement: string, mark?: string): string => `
  with written as (${statement})${mark ? `, marked as (${mark})` : ''}
  select count(*) filter (where is_new)::int as loaded,
    count(*) filter (where not is_new)::int as replaced,
    ((select count(*) from staged) - count(*))::int as unchanged
  from written`

/** Returns SQL for a version: the day a row was last changed, then the month of its file. */
export const byLastModified = (row: string): string =>
  `coalesce(${row}.last_modified, '-infinity'), ${row}.as_of`
