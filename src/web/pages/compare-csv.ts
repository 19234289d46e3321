import type { FastifyInstance } from 'fastify'
import { listOfEins, oneOf, oneOfOrFirst, taxYear } from '#src/api/shared/parameters.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { FORMS } from '#src/domain/form.ts'
import { METRIC_NAMES } from '#src/figures/sets.ts'
import {
  compareOrganizations,
  isCompared,
  MAX_COMPARED,
  MIN_COMPARED,
} from '#src/organizations/compare/compare.ts'
import { BY_YEAR_COLUMNS, listByYear } from '../components/compare/by-year.tsx'
import { addCsv } from '../csv.ts'
import { fromForm } from '../list-query.ts'
import type { WebDeps } from '../render.ts'

const querystring = fromForm({
  EINs: listOfEins(`${MIN_COMPARED} to ${MAX_COMPARED} EINs, separated by commas.`, {
    least: MIN_COMPARED,
    most: MAX_COMPARED,
  }),
  Form: oneOf(FORMS, "Form to compare. Default: each organization's primary form.").optional(),
  Year: taxYear('Newest tax year to compare. Default: the latest year.'),
  Metric: oneOfOrFirst(METRIC_NAMES, 'Metric to compare by year.'),
})

/** Adds `GET /compare.csv`: a metric of the compared organizations by tax year. */
export function addCompareCsv(app: FastifyInstance, deps: WebDeps): void {
  addCsv(
    app,
    '/compare.csv',
    async ({ query: { EINs, Form: form, Year: year, Metric } }) => {
      const found = await compareOrganizations(deps, EINs, { form, year }, todayInUtc(deps))
      const rows = listByYear(found.organizations.filter(isCompared), Metric, year)
      return { name: `compare-${Metric}`, columns: BY_YEAR_COLUMNS, rows }
    },
    { querystring },
  )
}
