import { z } from 'zod'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { type TableRow, tableOf } from '#src/organizations/filings/table-rows.ts'
import type { Filing } from '#src/organizations/organization.ts'
import {
  type LeadershipPage,
  type Person,
  readLeadershipPage,
} from '#src/organizations/people/people.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import {
  about,
  filing,
  PAGED,
  pagedYearQuery,
  paging,
  presentAbout,
  presentFiling,
  presentPaging,
  toWindow,
} from './fields.ts'
import {
  asNumber,
  filedFigure,
  numberFigure,
  presentAmounts,
  presentCell,
  presentCells,
  rowRef,
  src,
  type TextFigure,
  textFigure,
} from './figure.ts'
import { deepDive } from './operation.ts'

const ROLES = [
  'trustee',
  'institutional_trustee',
  'officer',
  'key_employee',
  'highest_compensated',
  'former',
] as const

const role = component('PersonRole', {
  role: z.enum(ROLES),
  label: z.string().optional(),
  ref: required.string('Ref of the checked box.'),
  _src: src,
})

const scheduleJ = component('ScheduleJCompensation', {
  ref: required.string('Ref of the row in Schedule J.'),
  amounts: z.record(z.string(), numberFigure),
  _src: src,
})

const person = component('PersonB', {
  name: textFigure.optional(),
  title: textFigure.optional(),
  list: required.string('List in the return that includes the person.'),
  ref: required.string('Ref of the row in that list.'),
  roles: z.array(role),
  hours: numberFigure.optional().describe('Average hours per week.'),
  hours_related: numberFigure
    .optional()
    .describe('Average hours per week for related organizations.'),
  reportable_compensation: numberFigure.optional(),
  related_compensation: numberFigure.optional(),
  other_compensation: numberFigure.optional(),
  compensation: numberFigure.optional(),
  benefits: numberFigure.optional(),
  expense_account: numberFigure.optional(),
  schedule_j: scheduleJ.optional(),
  _src: src,
})
type PersonB = z.output<typeof person>

export const leadershipData = z.strictObject({
  ...about,
  filing,
  ...paging,
  people: required.array(
    person,
    'People in the order filed. People listed only on Schedule J come last.',
  ),
  totals: required.object(
    'Totals stated in the return. They include people whom the return does not name.',
    {
      reportable_compensation: numberFigure.optional(),
      related_compensation: numberFigure.optional(),
      other_compensation: numberFigure.optional(),
      _src: src,
    },
  ),
  evidence: evidenceRegistry,
})
type LeadershipData = z.output<typeof leadershipData>

export const leadershipRoute = deepDive('/api/v2/charity/:ein/leadership', {
  operationId: 'readLeadership',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary: 'List the officers in the return and their Schedule J compensation',
  description: PAGED,
  query: pagedYearQuery,
  data: leadershipData,
  envelope: 'LeadershipEnvelope',
  read: (deps, { ein, query: { year, page } }) =>
    readLeadershipPage(deps, ein, year, toWindow(page)),
  present: (found, { query: { page } }) => presentLeadership(found, page),
})

/** Throws ApiError InvalidParameters for a page beyond the last. */
function presentLeadership(found: LeadershipPage, page: number): LeadershipData {
  const { organization, filing, people, total } = found
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    ...presentPaging(total, page),
    people: people.flatMap((person) => presentPerson(filing, person)),
    totals: presentTotals(filing),
  }
  return attribute(data, filing)
}

function presentPerson(filing: Filing, { filed, scheduleJ }: Person): PersonB[] {
  const listed = filed ?? scheduleJ
  if (!listed) return []
  return [
    {
      name: presentText(filing, listed, 'name'),
      title: presentText(filing, listed, 'title'),
      list: tableOf(listed.table).label,
      ref: rowRef(filing, listed),
      roles: presentRoles(filing, listed),
      ...(filed && presentPay(filing, filed)),
      ...(scheduleJ && {
        schedule_j: { ref: rowRef(filing, scheduleJ), amounts: presentAmounts(filing, scheduleJ) },
      }),
    },
  ]
}

function presentText(filing: Filing, found: TableRow, key: string): TextFigure | undefined {
  const cell = found.row.cells[key]
  if (!cell) return undefined
  const { value, ref } = presentCell(filing, found, key, cell)
  return { value: String(value), ref }
}

function presentRoles(filing: Filing, found: TableRow): PersonB['roles'] {
  const cells = presentCells(filing, found)
  return ROLES.flatMap((role) => {
    const cell = cells[role]
    return cell?.value === true ? [{ role, label: cell.label, ref: cell.ref }] : []
  })
}

/** Returns the hours and pay of a row; each form has its own columns. */
function presentPay(filing: Filing, filed: TableRow): Partial<PersonB> {
  const amounts = presentAmounts(filing, filed)
  return {
    hours: amounts.average_hours,
    hours_related: amounts.average_hours_related,
    reportable_compensation: amounts.reportable_compensation,
    related_compensation: amounts.related_compensation,
    other_compensation: amounts.other_compensation,
    compensation: amounts.compensation,
    benefits: amounts.benefits,
    expense_account: amounts.expense_account,
  }
}

function presentTotals(filing: Filing): LeadershipData['totals'] {
  const total = (key: FactKey) => {
    const fact = filing.facts[key]
    return fact && asNumber(filedFigure(filing, fact, { unit: 'USD' }))
  }
  return {
    reportable_compensation: total('reportableCompensation'),
    related_compensation: total('relatedCompensation'),
    other_compensation: total('otherCompensation'),
  }
}
