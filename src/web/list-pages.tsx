import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import type { AnyList } from '#src/api/lists/list.ts'
import { LISTS } from '#src/api/lists/lists.ts'
import { type Column, columnsOf } from '#src/api/shared/columns.ts'
import type { Cell } from '#src/api/shared/csv.ts'
import { pathEin } from '#src/api/shared/parameters.ts'
import { nameOnA } from '#src/api/shared/skin.ts'
import { displayName } from '#src/domain/display-name.ts'
import type { Party } from '#src/network/party.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import type { ApiError } from '#src/platform/errors.ts'
import { inDollars } from './components/figure.tsx'
import { formatValue } from './components/formats.ts'
import { type ListQuery, SortedList } from './components/list-tools.tsx'
import { PartyName } from './components/network/party.tsx'
import { OrganizationPage } from './components/organization/masthead.tsx'
import type { DataColumn } from './components/table.tsx'
import { DisplayName } from './components/text.tsx'
import { addCsv } from './csv.ts'
import type { TabId } from './links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from './list-query.ts'
import { addPage, type Pages } from './render.ts'

type Row = Record<string, unknown>

/** What the page of one list shows besides its table. */
export type Extras<Result = never> = {
  /** Cells of a column other than its kind has, by the name of the field. */
  cells?: Readonly<Record<string, (row: never) => ComponentChildren>>
  /** Follows the list. */
  after?: (result: Result) => ComponentChildren
  /** Returns what the page says instead of a list that cannot be read; undefined: the error page. */
  without?: (error: ApiError) => ComponentChildren | undefined
}

/** Adds the page of a list about an organization, and its CSV file. */
export function addListPages(
  pages: Pages,
  { page: shown, ...list }: AnyList,
  { cells, after, without }: Extras = {},
): void {
  if (!shown) return
  const columns = toDataColumns(shown, cells)
  const schemas = {
    params: z.object({ ein: pathEin() }),
    querystring: fromForm({ ...list.query, Page: pageOf }) as unknown as z.ZodType<ListQuery>,
  }
  const read = (ein: string, { Page: _, ...asked }: ListQuery, part: typeof CSV_PART) =>
    list.read(pages.deps, ein, asked as never, part) as Promise<Row & { found: number }>
  const path = (ein: string) => `/charity/${ein}/${list.path}`
  addPage(
    pages,
    path(':ein'),
    async ({ params: { ein }, query: asked }) => {
      const [organization, result] = await Promise.all([
        openFiler(pages.deps, ein),
        read(ein, asked, partOf(asked)).catch((error: ApiError) => {
          const instead = without?.(error)
          if (instead === undefined) throw error
          return { instead }
        }),
      ])
      const name = displayName(organization.name)
      const [before, behind] = shown.heading.split('{name}')
      return (
        <OrganizationPage
          organization={organization}
          tab={shown.tab}
          title={shown.title}
          description={shown.description.replace('{name}', () => name)}
          path={path(ein)}
        >
          <h2>
            {before}
            <DisplayName name={organization.name} />
            {behind}
          </h2>
          {'instead' in result ? (
            (result.instead as ComponentChildren)
          ) : (
            <>
              <p>{shown.intro(result)}</p>
              {!shown.isEmpty(result) && (
                <SortedList
                  name={shown.table}
                  path={path(ein)}
                  asked={asked}
                  count={result.found}
                  columns={columns}
                  rows={result[shown.rows] as Row[]}
                />
              )}
              {after?.(result as never)}
            </>
          )}
        </OrganizationPage>
      )
    },
    schemas,
  )
  addCsv(
    pages,
    `${path(':ein')}.csv`,
    async ({ params: { ein }, query: asked }) => {
      await openFiler(pages.deps, ein)
      const rows = await read(ein, asked, CSV_PART).then(
        (result) => result[shown.rows] as Row[],
        (error: ApiError) => {
          if (without?.(error) === undefined) throw error
          return []
        },
      )
      return { name: `${list.path}-${ein}`, columns, rows }
    },
    schemas,
  )
}

/** Returns the columns of a list for a page and its file; `cells` replace those of their kind. */
function toDataColumns(
  { row, fileOnly = {} }: NonNullable<AnyList['page']>,
  cells: Extras['cells'] = {},
): DataColumn<Row>[] {
  const columns = columnsOf(row).map(([field, { kind, label, sort, csv }]) => {
    const cell = cells[field] as ((row: Row) => ComponentChildren) | undefined
    return {
      ...{ key: nameOnA(field), label: label ?? '' },
      isNumeric: kind !== 'text' && kind !== 'party',
      ...(sort !== undefined && { sortKey: sort }),
      ...(label !== undefined && { cell: cell ?? ((row: Row) => show(kind, row[field], row)) }),
      ...(csv !== false && {
        csv: (row: Row) => (csv ? csv(row[field] as never) : (row[field] as Cell)),
      }),
    }
  })
  const others = Object.entries(fileOnly).map(([key, csv]) => ({
    key,
    label: '',
    csv: csv as never,
  }))
  return [...columns, ...others]
}

/** Returns a value as its kind of column shows it. */
function show(kind: Column['kind'], value: unknown, row: unknown): ComponentChildren {
  if (kind === 'party') return <PartyName party={row as Party} />
  if (typeof value !== 'number') return value as ComponentChildren
  return kind === 'dollars' ? inDollars(value) : kind === 'count' ? formatValue(value) : value
}

/** Links to the lists of a tab that have pages of their own. */
export const ListLinks = ({ ein, tab }: { ein: string; tab: TabId }) => (
  <>
    {LISTS.filter(({ page }) => page?.tab === tab).map(({ path, page }, at) => (
      <>
        {at > 0 && ' · '}
        <a href={`/charity/${ein}/${path}`}>{page?.title}</a>
      </>
    ))}
  </>
)
