import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'

type Content = ComponentChildren

/** Texts on the page of all filings, and texts about a filing on other pages. */
export const filingsTexts = {
  name: (form: string, year: number) => `${form}, tax year ${year}`,
  marks: {
    amended: 'Amended return',
    initial: 'Initial return',
    final: 'Final return',
    terminated: 'Terminated',
    group: 'Group return',
    short: 'Short year',
  },
  original: (host: string) => `Original at ${host}`,
  xml: 'Download XML',
  excluded: (reason: string) => `Excluded by the operator of this service. Reason: ${reason}.`,
  period: (begin: Content, end: Content) => (
    <>
      {begin} to {end}
    </>
  ),
  noBegin: 'start not reported',
  yearEnded: (month: string) => `year ended ${month}`,
  shortYearEnded: (day: string) => `short year ended ${day}`,
  notKnown: 'not known',
  lag: (name: string, ended: string, received: string | undefined) =>
    `This page shows ${name}, for the period that ended ${ended}. ${received ? `The IRS received it on ${received}.` : 'The date when the IRS received it is not known.'} Later events are not included.`,
  table: {
    caption: 'Filings, newest period first',
    objectId: 'Object ID',
    ownId: 'ID on this site',
    received: 'Received by the IRS',
    ended: 'Period ended',
    noWarnings: 'none',
    byOperator: ' by the operator of this service.',
    by: ' by ',
    current: ' The current filing for this period is ',
    otherByYear: ' The link for this year opens another filing.',
    open: 'Open this filing',
  },
  page: {
    title: 'All filings',
    description: (name: string) =>
      `Every return and postcard of ${name} that we have, including replaced ones.`,
    lead: (count: number, form: string | undefined) =>
      `${countOf(count, 'submission')}${form ? ` on ${form}` : ''}, newest period first. Filings replaced by a later one for the same period stay in the list.`,
    filter: 'Filter by form',
    allForms: (count: number) => `All forms (${count})`,
    newest: 'The newest filing over time',
    newestLead:
      'For each date, this list shows the newest period that the IRS had a return for. The IRS publishes returns later than it receives them.',
    newestFrom: (day: Content, name: string, isAmended: boolean) => (
      <>
        From {day}: {name}
        {isAmended && ', amended'}
      </>
    ),
  },
} as const
