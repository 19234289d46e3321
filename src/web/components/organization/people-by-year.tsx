import { formatMonth } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { Page } from '#src/organizations/page/page.ts'
import {
  type PeopleByYear,
  type PeopleYear,
  type PersonByYear,
  type PersonYear,
  payIn,
  type YearMatch,
} from '#src/organizations/people/people-by-year.ts'
import { peopleSearchPath, sectionPath, tabPath } from '#src/web/links.ts'
import { Cited, Dollars, Figure, inDollars, SourceLink } from '../figure.tsx'
import { formatValue, listYears } from '../formats.ts'
import { type Fields, type ListQuery, SortedList } from '../list-tools.tsx'
import { type Column, column, type DataColumn, DataTable, numeric } from '../table.tsx'
import { Band, linkSection } from './band.tsx'

/** The order of the list unless its address has one. */
export const PEOPLE_SORT = 'Pay'

/** A page of the list, as its address asks for it. */
export type PeopleList = { found: PeopleByYear; asked: ListQuery & Fields }

type Props = { page: Page } & PeopleList

const TOTALS = 'Totals by tax year'

const TITLE = 'People and pay by year'

/** Everyone the returns list, one row a person, with the pay of each year. */
export const PeopleByYearBand = ({ page, found, asked }: Props) => {
  const { ein } = page.organization
  const years = found.years.map(({ filing }) => filing.taxYear)
  if (years.length === 0) {
    return (
      <Band id="people" title={TITLE}>
        <p>No loaded return of this organization lists people.</p>
      </Band>
    )
  }
  const parts = [false, true].map((isFormer) => ({
    isFormer,
    name: `${isFormer ? 'Former people' : 'People'} with their pay by tax year`,
    rows: found.people.filter((person) => person.isFormer === isFormer),
  }))
  return (
    <Band
      id="people"
      title={TITLE}
      more={{ href: linkSection(page, 'Leadership'), label: 'All columns of this return' }}
    >
      <p>
        {`${countOf(found.all, 'person', 'people')} in the returns for ${listYears(years)}.`} Pay is
        the sum of all columns of the list: from the organization, from related organizations, and
        other compensation. Each sum links to its row. An empty cell means that the return does not
        list the person.
      </p>
      <Notes ein={ein} found={found} />
      <SortedList
        name={TITLE}
        path={tabPath(ein, 'people')}
        asked={asked}
        count={found.count}
        isEmpty={found.all === 0}
        columns={peopleColumns(ein, found.years)}
        rows={found.people}
        firstSort={PEOPLE_SORT}
      >
        {(table) =>
          parts.map(({ isFormer, name, rows }) =>
            rows.length === 0 ? null : (
              <div key={name}>
                {isFormer && <h3>Not in the newest list, or marked there as former</h3>}
                <DataTable {...table} name={name} rows={rows} />
              </div>
            ),
          )
        }
      </SortedList>
      <p class="quiet">
        Returns do not identify people. Rows of different years count as one person only if the
        names agree and no return lists both.
      </p>
      <h3>{TOTALS}</h3>
      <DataTable name={TOTALS} columns={totalColumns(ein)} rows={found.years} />
      <p class="quiet">
        The reported figure is the line for officers, directors, trustees, and key employees among
        the expenses of the return. It does not cover other highest-paid employees, or pay from
        related organizations. Form 990-EZ has no such line.
      </p>
      {found.earlierYears[0] !== undefined && (
        <p>
          <a href={tabPath(ein, 'people', { year: found.earlierYears[0] })}>Earlier years</a>
        </p>
      )}
    </Band>
  )
}

/** What the lists leave out. */
const Notes = ({ ein, found }: { ein: string; found: PeopleByYear }) => (
  <>
    {found.years
      .filter(({ isCompared }) => !isCompared)
      .map(({ filing: { form, taxYear } }) => (
        <p key={taxYear} class="notice">
          {`The list for ${taxYear} is too long to compare.`}{' '}
          <a href={sectionPath(ein, 'Leadership', { Form: form, Year: taxYear })}>See the list</a>
        </p>
      ))}
    {found.shortYears.length > 0 && (
      <p class="quiet">{`For ${new Intl.ListFormat('en').format(found.shortYears.map(String))}, two returns for short periods exist. Only the later one is used, because both may report the same pay.`}</p>
    )}
  </>
)

const NO_NAME = 'name not reported'

/** Returns the name of a person as shown. */
export const nameOf = ({ name }: PersonByYear): string => (name ? displayName(name.value) : NO_NAME)

const cellText = (name: string, what: string | number) => `${name}, ${what}`

const MATCHES: Record<YearMatch['kind'], string> = {
  SameName: 'name',
  Spellings: 'first and last name',
  NameAndTitle: 'name and title, because a list has this name more than once',
}

const describeMatch = ({ kind, titlesAgree }: YearMatch): string =>
  `matched by ${MATCHES[kind]}${titlesAgree && kind !== 'NameAndTitle' ? ' and title' : ''}`

const HOURS = 'Hours a week'

const NAME = 'Person'

/** Returns the columns of people: name and title, one column a year, newest first, and hours. */
export function peopleColumns(
  ein: string,
  years: readonly PeopleYear[],
): DataColumn<PersonByYear>[] {
  return [
    {
      key: 'PersonName',
      label: NAME,
      sortKey: 'Name',
      cell: (person) => <PersonCell ein={ein} person={person} />,
      csv: ({ name }) => name?.value,
    },
    { key: 'OtherSpellings', label: '', csv: ({ otherNames }) => otherNames.join('; ') },
    { key: 'Match', label: '', csv: ({ match }) => match && describeMatch(match) },
    { key: 'Former', label: '', csv: ({ isFormer }) => (isFormer ? 'true' : 'false') },
    { key: 'Title', label: '', csv: ({ title }) => title?.value },
    ...years
      .filter(({ isCompared }) => isCompared)
      .flatMap(({ filing }) => yearColumns(ein, filing.taxYear)),
    {
      key: 'Hours',
      label: HOURS,
      isNumeric: true,
      sortKey: 'Hours',
      cell: (person) =>
        person.hours && (
          <Figure ein={ein} label={cellText(nameOf(person), HOURS)} figure={person.hours} />
        ),
      csv: ({ hours }) => hours?.value,
    },
    {
      key: 'Across',
      label: 'Other organizations',
      cell: ({ name, ...person }) =>
        name && (
          <a class="on-screen" href={peopleSearchPath({ Name: name.value })} rel="nofollow">
            Find
            <span class="hidden"> {nameOf({ name, ...person })}</span>
          </a>
        ),
    },
  ]
}

const yearColumns = (ein: string, taxYear: number): DataColumn<PersonByYear>[] => [
  {
    key: String(taxYear),
    label: String(taxYear),
    isNumeric: true,
    sortKey: String(taxYear),
    cell: (person) => (
      <PayCell ein={ein} label={cellText(nameOf(person), taxYear)} pay={payIn(person, taxYear)} />
    ),
    csv: (person) => payIn(person, taxYear)?.amount,
  },
  {
    key: `${taxYear}Refs`,
    label: String(taxYear),
    csv: (person) =>
      payIn(person, taxYear)
        ?.parts.map(({ ref }) => ref)
        .join(' '),
  },
]

const PersonCell = ({ ein, person }: { ein: string; person: PersonByYear }) => {
  const { name, title, otherNames, match } = person
  if (!name) return <SourceLink ein={ein} label={NAME} ref_={person.ref} words={NO_NAME} />
  return (
    <>
      <Cited ein={ein} label={nameOf(person)} ref_={name.ref} isName>
        {name.value}
      </Cited>
      {title && (
        <span class="below quiet">
          <Cited ein={ein} label={cellText(nameOf(person), 'latest title')} ref_={title.ref} isName>
            {title.value}
          </Cited>
        </span>
      )}
      {otherNames.length > 0 && (
        <span class="below quiet">
          {`also ${otherNames.map((one) => displayName(one)).join(', ')}`}
        </span>
      )}
      {match && match.kind !== 'SameName' && (
        <span class="below quiet">{describeMatch(match)}</span>
      )}
    </>
  )
}

type PayProps = { ein: string; label: string; pay: PersonYear | undefined }

/** Pay as a link to its column, or to the row whose columns it adds up. */
export const PayCell = ({ ein, label, pay }: PayProps) => {
  if (!pay) return null
  const { amount, parts, unreadable } = pay
  if (amount === undefined) {
    const [ref] = unreadable
    if (ref === undefined) return <span class="unknown">not reported</span>
    return <SourceLink ein={ein} label={label} ref_={ref} words="not readable" />
  }
  const [paid, ...more] = parts.filter(({ value }) => value !== 0)
  const ref = more.length > 0 ? pay.ref : (paid ?? parts[0])?.ref
  return <Dollars ein={ein} label={label} figure={{ value: amount, ref }} />
}

const REPORTED = 'Officer compensation, as reported'

const totalColumns = (ein: string): Column<PeopleYear>[] => [
  column('Tax year', ({ filing }) => (
    <>
      {filing.taxYear}
      <span class="below quiet">
        {FORM_NAMES[filing.form]}, ended {formatMonth(filing.taxPeriodEnd)}
      </span>
    </>
  )),
  numeric('People listed', ({ listed }) => formatValue(listed)),
  numeric('Paid', ({ isCompared, paid, unknown }) => (
    <>
      {isCompared && formatValue(paid)}
      {unknown > 0 && <span class="below quiet">{`${formatCount(unknown)} unknown`}</span>}
    </>
  )),
  numeric('Pay of all listed', ({ total }) => total !== undefined && inDollars(total)),
  numeric(
    REPORTED,
    ({ filing, reported }) =>
      filing.form !== '990EZ' && (
        <Dollars ein={ein} label={cellText(REPORTED, filing.taxYear)} figure={reported} />
      ),
  ),
]
