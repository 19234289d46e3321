import type { FactKey } from '#src/domain/facts/definitions.ts'
import { readLeadershipPage } from '#src/organizations/people/people.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { required } from '../shared/schemas.ts'
import { row, toRows } from '../shared/sections.ts'
import { PAGED, pagedYearQuery, paging, presentPaging, toWindow } from './fields.ts'
import { filedFigure, numberFigure } from './figure.ts'
import { deepDive } from './operation.ts'

export const leadershipRoute = deepDive('/api/v2/charity/:ein/leadership', {
  operationId: 'readLeadership',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary: 'List the officers in the return and their Schedule J compensation',
  description: PAGED,
  query: pagedYearQuery,
  envelope: 'LeadershipEnvelope',
  data: {
    ...paging,
    people: required.array(
      row,
      'Rows of people in the order filed. People listed only on Schedule J come last.',
    ),
    totals: required.object(
      'Totals stated in the return. They include people whom the return does not name.',
      {
        reportableCompensation: numberFigure.optional(),
        relatedCompensation: numberFigure.optional(),
        otherCompensation: numberFigure.optional(),
      },
    ),
  },
  read: (deps, { ein, query: { year, page } }) =>
    readLeadershipPage(deps, ein, year, toWindow(page)),
  /** Throws ApiError InvalidParameters for a page beyond the last. */
  present: ({ filing, people, total }, { query: { page } }) => {
    const toRow = toRows(filing)
    const totalOf = (key: FactKey) => {
      const fact = filing.facts[key]
      return typeof fact?.value === 'number'
        ? { ...filedFigure(filing, fact), value: fact.value, unit: 'USD' }
        : undefined
    }
    return {
      ...presentPaging(total, page),
      people: people.flatMap(({ filed, scheduleJ }) => {
        const listed = filed ?? scheduleJ
        return listed
          ? [toRow({ ...listed, ...(filed && scheduleJ && { detail: scheduleJ }) })]
          : []
      }),
      totals: {
        reportableCompensation: totalOf('reportableCompensation'),
        relatedCompensation: totalOf('relatedCompensation'),
        otherCompensation: totalOf('otherCompensation'),
      },
    }
  },
})
