import type { ComponentChildren } from 'preact'
import { orderOf, type SortOrder } from '#src/search/params.ts'
import { withQuery } from '../links.ts'
import { NO_MATCH } from '../words.ts'
import { ListPaging } from './search/paging.tsx'
import { DataTable, type TableProps } from './table.tsx'

export type Fields = Readonly<Record<string, string | number | undefined>>

/** Parameters that a form sends again. */
export const HiddenFields = ({ fields }: { fields: Fields }) => (
  <>
    {Object.entries(fields).map(([name, value]) =>
      value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
  </>
)

/** The links to a list as a CSV file and as JSON. */
export const CsvLink = ({ href }: { href: string }) => (
  <>
    <a class="button plain" href={href} rel="nofollow" download>
      Download CSV
    </a>{' '}
    <a href={href.replace('.csv', '.json')} rel="nofollow">
      JSON
    </a>
  </>
)

/** Longer than any name that a reader types. */
const MAX_WITHIN = 200

/** The parameters of a list in an address. */
export type ListQuery = {
  Sort?: string | number | undefined
  Order?: SortOrder | undefined
  Within?: string | undefined
  Page: number
}

type SortedListProps<Item> = Omit<TableProps<Item>, 'sorted' | 'sortPath'> & {
  rows: readonly Item[]
  /** The address of the page without parameters; that of the file ends in `.csv`. */
  path: string
  asked: ListQuery & Fields
  /** The `Sort` of an address without one; absent if its schema has a default. */
  firstSort?: string
  /** Rows on all pages. */
  count: number
  csvNote?: string | undefined
  /** Whether there are no rows, whatever the parameters. */
  isEmpty?: boolean
  /** Returns the tables of the rows, by default one. */
  children?: (table: TableProps<Item>) => ComponentChildren
}

/** A list that people search, sort, page, and download. */
export const SortedList = <Item,>({
  path,
  asked: { Within: within, Page: page, ...kept },
  firstSort = '',
  count,
  csvNote,
  isEmpty = false,
  children = (table) => <DataTable {...table} />,
  ...list
}: SortedListProps<Item>) => {
  const pathOf = (changes: Fields) => withQuery(path, { ...kept, Within: within, ...changes })
  const { sort, order } = orderOf<string | number>(kept, firstSort)
  const sorted = { key: String(sort), order }
  const isWithoutMatch = list.rows.length === 0 && !isEmpty
  return (
    <>
      <form class="table-tools row" action={path}>
        <HiddenFields fields={kept} />
        <label for="within">Search within</label>
        <input type="search" id="within" name="Within" value={within} maxLength={MAX_WITHIN} />
        <button type="submit" class="plain">
          Search
        </button>
        {within && <a href={withQuery(path, kept)}>Clear</a>}
        <CsvLink href={withQuery(`${path}.csv`, { ...kept, Within: within })} />
        {csvNote && <span class="quiet">{csvNote}</span>}
      </form>
      {isWithoutMatch ? <p>{NO_MATCH}</p> : children({ ...list, sorted, sortPath: pathOf })}
      <ListPaging page={page} count={count} pathOf={pathOf} />
    </>
  )
}
