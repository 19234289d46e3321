import type { FactKey } from '../../domain/facts/definitions.ts'
import type { Person } from '../../profiles/leadership.ts'
import type { LeadershipPage } from '../../profiles/leadership-page.ts'
import type { Filing } from '../../profiles/organization.ts'
import { type TableRow, tableOf } from '../../profiles/table-rows.ts'
import { attribute } from './attribute.ts'
import { asNumber, filedFigure, type TextFigure } from './figure.ts'
import { presentAbout, presentFiling } from './filing-schema.ts'
import { type LeadershipData, type PersonB, ROLES } from './leadership-schema.ts'
import { presentPaging } from './paging.ts'
import { presentAmounts, presentCell, presentCells, rowRef } from './rows.ts'

/** One page of the people of a filing. Throws ApiError InvalidParameters for a page beyond them. */
export function presentLeadership(found: LeadershipPage, page: number): LeadershipData {
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
  const name = presentText(filing, listed, 'name')
  const title = presentText(filing, listed, 'title')
  return [
    {
      ...(name && { name }),
      ...(title && { title }),
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

/** Hours and pay of a row; lists of the three forms have columns of their own. */
function presentPay(filing: Filing, filed: TableRow): Partial<PersonB> {
  const amounts = presentAmounts(filing, filed)
  const pay = {
    hours: amounts.average_hours,
    hours_related: amounts.average_hours_related,
    reportable_compensation: amounts.reportable_compensation,
    related_compensation: amounts.related_compensation,
    other_compensation: amounts.other_compensation,
    compensation: amounts.compensation,
    benefits: amounts.benefits,
    expense_account: amounts.expense_account,
  }
  return Object.fromEntries(Object.entries(pay).filter(([, figure]) => figure !== undefined))
}

function presentTotals(filing: Filing): LeadershipData['totals'] {
  const total = (key: FactKey) => {
    const fact = filing.facts[key]
    return fact && asNumber(filedFigure(filing, fact, { unit: 'USD' }))
  }
  const totals = {
    reportable_compensation: total('reportableCompensation'),
    related_compensation: total('relatedCompensation'),
    other_compensation: total('otherCompensation'),
  }
  return Object.fromEntries(Object.entries(totals).filter(([, figure]) => figure !== undefined))
}
