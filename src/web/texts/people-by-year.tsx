import { formatMonth } from '#src/domain/days.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { YearMatch } from '#src/organizations/people/people-by-year.ts'

const MATCHES: Record<YearMatch['kind'], string> = {
  SameName: 'name',
  Spellings: 'first and last name',
  NameAndTitle: 'name and title, because a list has this name more than once',
}

/** Texts on the people and pay of an organization by year. */
export const peopleByYearTexts = {
  title: 'People and pay by year',
  none: 'No loaded return of this organization lists people.',
  lead: (people: number, years: readonly number[]) =>
    `${countOf(people, 'person', 'people')} in the returns for ${years.at(-1)}${years.length > 1 ? ` to ${years[0]}` : ''}.`,
  pay: 'Pay is the sum of all columns of the list: from the organization, from related organizations, and other compensation. Each letter leads to its column. An empty cell means that the return does not list the person.',
  table: 'People with their pay by tax year',
  formerTable: 'Former people with their pay by tax year',
  former: 'Not in the newest list, or marked there as former',
  heads: { name: 'Person', hours: 'Hours a week', across: 'Other organizations' },
  latestTitle: 'latest title',
  noName: 'name not reported',
  also: (spellings: string) => `also ${spellings}`,
  matched: ({ kind, titlesAgree }: YearMatch) =>
    `matched by ${MATCHES[kind]}${titlesAgree && kind !== 'NameAndTitle' ? ' and title' : ''}`,
  matchNote:
    'Returns do not identify people. Rows of two years are one person only if the names agree and no return lists both.',
  across: 'Find',
  cell: (name: string, what: string | number) => `${name}, ${what}`,
  notFiled: 'not reported',
  notReadable: 'not readable',
  totals: 'Totals by tax year',
  totalHeads: {
    year: 'Tax year',
    listed: 'People listed',
    paid: 'Paid',
    total: 'Pay of all listed',
    reported: 'Officer compensation, as reported',
  },
  totalNote:
    'The reported figure is the line for officers, directors, trustees, and key employees among the expenses of the return. It does not cover other highest-paid employees, or pay from related organizations. Form 990-EZ has no such line.',
  unknown: (count: number) => `${formatCount(count)} unknown`,
  tooMany: (year: number) => `The list for ${year} is too long to compare.`,
  openList: 'See the list',
  short: (years: readonly number[]) =>
    `For ${new Intl.ListFormat('en').format(years.map(String))}, two returns for short periods exist. Only the later one is used, because both may report the same pay.`,
  ended: (day: string) => `ended ${formatMonth(day)}`,
  earlier: 'Earlier years',
} as const
