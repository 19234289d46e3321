import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { z } from 'zod'
import { pathEin } from '#src/api/shared/parameters.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { DataTable, type Fields, type TableProps, TableTools } from './components/data-table.tsx'
import { ListPaging } from './components/search/paging.tsx'
import { addCsv, type CsvFile } from './csv.ts'
import { withQuery } from './links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from './list-query.ts'
import { addPage, type WebDeps } from './render.ts'
import { NO_MATCH } from './words.ts'

type ListPages<Shape extends z.ZodRawShape, Result, Row> = {
  /** Of the page; that of its file ends in `.csv`. */
  path: `/charity/:ein/${string}`
  /** The parameters besides Page. */
  query: Shape
  read: (ein: string, asked: Asked<Shape>, part: typeof CSV_PART) => Promise<Result>
  file: (ein: string, result: Result, asked: Asked<Shape>) => CsvFile<Row>
  page: (shown: ListProps<Shape, Result>) => VNode
}
type Asked<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>> & { Page: number }

/** What the page of a list shows. */
export type ListProps<Shape extends z.ZodRawShape, Result> = {
  organization: Organization
  result: Result
  asked: Asked<Shape>
}

/** Adds the page of a list about an organization, and its CSV file. */
export function addListPages<Shape extends z.ZodRawShape, Result, Row>(
  app: FastifyInstance,
  deps: WebDeps,
  { path, query, read, file, page }: ListPages<Shape, Result, Row>,
): void {
  const schemas = {
    params: z.object({ ein: pathEin() }),
    querystring: fromForm({ ...query, Page: pageOf }) as z.ZodType<Asked<Shape>>,
  }
  addPage(
    app,
    path,
    async ({ params: { ein }, query: asked }) => {
      const [organization, result] = await Promise.all([
        openFiler(deps, ein),
        read(ein, asked, partOf(asked)),
      ])
      return page({ organization, result, asked })
    },
    schemas,
  )
  addCsv(
    app,
    `${path}.csv`,
    async ({ params: { ein }, query: asked }) => {
      await openFiler(deps, ein)
      return file(ein, await read(ein, asked, CSV_PART), asked)
    },
    schemas,
  )
}

type SortedListProps<Row> = Omit<TableProps<Row>, 'sortPath'> & {
  /** The address of the page without parameters; that of the file ends in `.csv`. */
  path: string
  /** The parameters of the address besides Within and Page. */
  kept: Fields
  within: string | undefined
  page: number
  /** Rows on all pages. */
  count: number
  csvNote?: string | undefined
}

/** A list that people search, sort, page, and download. */
export const SortedList = <Row,>({
  path,
  kept,
  within,
  page,
  count,
  csvNote,
  ...table
}: SortedListProps<Row>) => {
  const pathOf = (changes: Fields) => withQuery(path, { ...kept, Within: within, ...changes })
  return (
    <>
      <TableTools
        path={path}
        kept={kept}
        within={within}
        csvPath={withQuery(`${path}.csv`, { ...kept, Within: within })}
        csvNote={csvNote}
      />
      {table.rows.length === 0 ? <p>{NO_MATCH}</p> : <DataTable {...table} sortPath={pathOf} />}
      <ListPaging page={page} count={count} pathOf={pathOf} />
    </>
  )
}
