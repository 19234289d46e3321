import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { oneOf, pathEin, queryText, taxYear, wordOrYear } from '#src/api/shared/parameters.ts'
import { FORMS } from '#src/domain/form.ts'
import {
  PEOPLE_SORTS,
  type PeopleByYear,
  readPeopleByYear,
  readPeopleOf,
} from '#src/organizations/people/read-people-by-year.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import type { Sorted } from '../../components/data-table.tsx'
import { type PeopleAsked, peopleColumns } from '../../components/organization/people-by-year.tsx'
import { addCsv } from '../../csv.ts'
import { CSV_PART, fromForm, orderOf, pageOf, partOf } from '../../list-query.ts'
import type { WebDeps } from '../../render.ts'
import { readTabData, type TabData } from './read.ts'

/** The parameters of the tab: the filing it shows, and the list. */
export const PEOPLE_QUERY = fromForm({
  Form: oneOf(FORMS, 'Form to show. Default: the primary form.').optional(),
  Year: taxYear('Newest tax year to show. Default: the latest year of the form.'),
  Sort: wordOrYear(PEOPLE_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name or title.').optional(),
  Page: pageOf,
})
type Asked = z.output<typeof PEOPLE_QUERY>

/** What the tab shows. */
export type PeopleShown = {
  profile: TabData
  found: PeopleByYear
  asked: PeopleAsked
  sorted: Sorted
}

/** Reads the tab. Throws what `readTabData` throws. */
export async function readPeopleTab(
  deps: WebDeps,
  ein: string,
  asked: Asked,
): Promise<PeopleShown> {
  const profile = await readTabData(deps, ein, { form: asked.Form, year: asked.Year })
  const wanted = wantedBy(asked, partOf(asked))
  const found = await readPeopleOf(deps, profile.page.organization, wanted)
  const { sort, order } = wanted
  return { profile, found, asked, sorted: { key: String(sort), order } }
}

/** Adds `GET /charity/{ein}/people.csv`. */
export function addPeopleFile(app: FastifyInstance, deps: WebDeps): void {
  addCsv(
    app,
    '/charity/:ein/people.csv',
    async ({ params: { ein }, query }) => {
      const { years, people } = await readPeopleByYear(deps, ein, wantedBy(query, CSV_PART))
      return { name: `people-${ein}`, columns: peopleColumns(ein, years), rows: people }
    },
    { params: z.object({ ein: pathEin() }), querystring: PEOPLE_QUERY },
  )
}

const wantedBy = (asked: Asked, part: typeof CSV_PART) => ({
  lastYear: asked.Year,
  ...orderOf<Asked['Sort'] & {}>(asked, 'Pay'),
  within: asked.Within,
  ...part,
})
