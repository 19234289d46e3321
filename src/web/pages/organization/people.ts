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
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import {
  PEOPLE_PER_PAGE,
  type PeopleAsked,
  peopleColumns,
} from '../../components/organization/people-by-year.tsx'
import { addCsv, MAX_CSV_ROWS } from '../../csv.ts'
import { fromForm, pageOf } from '../../list-query.ts'
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
  sorted: ReturnType<typeof sortedBy>
}

/** Reads the tab. Throws what `readTabData` throws. */
export async function readPeopleTab(
  deps: WebDeps,
  ein: string,
  asked: Asked,
): Promise<PeopleShown> {
  const profile = await readTabData(deps, ein, { form: asked.Form, year: asked.Year })
  const offset = (asked.Page - 1) * PEOPLE_PER_PAGE
  const found = await readPeopleOf(
    deps,
    profile.page.organization,
    wantedBy(asked, { offset, limit: PEOPLE_PER_PAGE }),
  )
  return { profile, found, asked, sorted: sortedBy(asked) }
}

/** Adds `GET /charity/{ein}/people.csv`. */
export function addPeopleFile(app: FastifyInstance, deps: WebDeps): void {
  addCsv(
    app,
    '/charity/:ein/people.csv',
    async ({ params: { ein }, query }) => {
      const part = { offset: 0, limit: MAX_CSV_ROWS }
      const { years, people } = await readPeopleByYear(deps, ein, wantedBy(query, part))
      return { name: `people-${ein}`, columns: peopleColumns(ein, years), rows: people }
    },
    { params: z.object({ ein: pathEin() }), querystring: PEOPLE_QUERY },
  )
}

const wantedBy = (asked: Asked, part: { offset: number; limit: number }) => {
  const { key: sort, order } = orderOf(asked)
  return { lastYear: asked.Year, sort, order, within: asked.Within, ...part }
}

const orderOf = ({ Sort: key = 'Pay', Order }: Asked) => {
  return { key, order: Order ?? firstOrder(key) }
}

const sortedBy = (asked: Asked) => {
  const { key, order } = orderOf(asked)
  return { key: String(key), order }
}
