import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Pay, PeopleYear, PersonByYear } from '#src/organizations/people/people-by-year.ts'
import { type PeopleByYear, payIn } from '#src/organizations/people/read-people-by-year.ts'
import { peopleSearchPath, peopleTabPath, sectionPath } from '#src/web/links.ts'
import { peopleByYearTexts as texts } from '#src/web/texts/people-by-year.tsx'
import { tableTexts } from '#src/web/texts/table.tsx'
import { type DataColumn, DataTable, type Sorted, TableTools } from '../data-table.tsx'
import { Cited, Figure, Short, SourceLink } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { lastPage, Paging } from '../search/paging.tsx'
import { Band } from './band.tsx'

/** The parameters of the list in an address. */
export type PeopleAsked = {
  Form?: string | undefined
  Year?: number | undefined
  Sort?: string | number | undefined
  Order?: 'asc' | 'desc' | undefined
  Within?: string | undefined
  Page: number
}

export const PEOPLE_PER_PAGE = 50

type Props = { ein: string; found: PeopleByYear; asked: PeopleAsked; sorted: Sorted }

/** Everyone the returns list, one row a person, with the pay of each year. */
export const PeopleByYearBand = ({ ein, found, asked, sorted }: Props) => {
  const years = found.years.map(({ filing }) => filing.taxYear)
  if (years.length === 0) {
    return (
      <Band id="people" title={texts.title}>
        <p>{texts.none}</p>
      </Band>
    )
  }
  const { Page: page, ...address } = asked
  const { Within: within, ...kept } = address
  const pathOf = (changes: Record<string, string | number | undefined>) =>
    peopleTabPath(ein, { ...address, ...changes })
  const columns = peopleColumns(ein, found.years)
  const parts = [
    { name: texts.table, people: found.people.filter(({ isFormer }) => !isFormer) },
    { name: texts.formerTable, people: found.people.filter(({ isFormer }) => isFormer) },
  ]
  return (
    <Band id="people" title={texts.title}>
      <p>
        {texts.lead(found.all, years)} {texts.pay}
      </p>
      <Notes ein={ein} found={found} />
      <TableTools
        path={peopleTabPath(ein)}
        kept={kept}
        within={within}
        csvPath={peopleTabPath(ein, address, '.csv')}
      />
      {found.all > 0 && found.people.length === 0 && <p>{tableTexts.noMatch}</p>}
      {parts.map(({ name, people }, at) =>
        people.length === 0 ? null : (
          <div key={name}>
            {at === 1 && <h3>{texts.former}</h3>}
            <DataTable
              name={name}
              columns={columns}
              rows={people}
              keyOf={({ ref }) => ref}
              sorted={sorted}
              sortPath={(next) => pathOf({ Sort: next.key, Order: next.order })}
            />
          </div>
        ),
      )}
      <Paging
        name={tableTexts.pages}
        page={page}
        last={lastPage(found.count, PEOPLE_PER_PAGE)}
        to={(next) => pathOf({ Page: next === 1 ? undefined : next })}
      />
      <p class="quiet">{texts.matchNote}</p>
      <h3>{texts.totals}</h3>
      <DataTable
        name={texts.totals}
        columns={totalColumns(ein)}
        rows={found.years}
        keyOf={({ filing }) => filing.objectId}
      />
      <p class="quiet">{texts.totalNote}</p>
      {found.earlierYears[0] !== undefined && (
        <p>
          <a href={peopleTabPath(ein, { Year: found.earlierYears[0] })}>{texts.earlier}</a>
        </p>
      )}
    </Band>
  )
}

/** What the lists leave out. */
const Notes = ({ ein, found }: Pick<Props, 'ein' | 'found'>) => (
  <>
    {found.years
      .filter(({ isCompared }) => !isCompared)
      .map(({ filing: { form, taxYear } }) => (
        <p key={taxYear} class="notice">
          {texts.tooMany(taxYear)}{' '}
          <a href={sectionPath(ein, 'Leadership', { Form: form, Year: taxYear })}>
            {texts.openList}
          </a>
        </p>
      ))}
    {found.shortYears.length > 0 && <p class="quiet">{texts.short(found.shortYears)}</p>}
  </>
)

const nameOf = ({ name }: PersonByYear): string => (name ? displayName(name.value) : texts.noName)

/** Returns the columns of people: name and title, one column a year, newest first, and hours. */
export function peopleColumns(
  ein: string,
  years: readonly PeopleYear[],
): DataColumn<PersonByYear>[] {
  const { heads } = texts
  return [
    {
      key: 'PersonName',
      label: heads.name,
      sortKey: 'Name',
      cell: (person) => <PersonCell ein={ein} person={person} />,
      csv: ({ name }) => name?.value,
    },
    { key: 'OtherSpellings', label: '', csv: ({ otherNames }) => otherNames.join('; ') },
    { key: 'Match', label: '', csv: ({ match }) => match && texts.matched(match) },
    { key: 'Former', label: '', csv: ({ isFormer }) => (isFormer ? 'true' : 'false') },
    { key: 'Title', label: '', csv: ({ title }) => title?.value },
    ...years
      .filter(({ isCompared }) => isCompared)
      .flatMap(({ filing }) => yearColumns(ein, filing.taxYear)),
    {
      key: 'Hours',
      label: heads.hours,
      isNumeric: true,
      sortKey: 'Hours',
      cell: (person) =>
        person.hours && (
          <Figure
            ein={ein}
            label={texts.cell(nameOf(person), heads.hours)}
            value={person.hours.value}
            ref_={person.hours.ref}
          />
        ),
      csv: ({ hours }) => hours?.value,
    },
    {
      key: 'Across',
      label: heads.across,
      cell: ({ name, ...person }) =>
        name && (
          <a class="on-screen" href={peopleSearchPath({ Name: name.value })} rel="nofollow">
            {texts.across}
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
      <PayCell ein={ein} label={texts.cell(nameOf(person), taxYear)} pay={payIn(person, taxYear)} />
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
  if (!name)
    return <SourceLink ein={ein} label={texts.heads.name} ref_={person.ref} words={texts.noName} />
  return (
    <>
      <Cited ein={ein} label={nameOf(person)} ref_={name.ref} isName>
        {name.value}
      </Cited>
      {title && (
        <span class="below quiet">
          <Cited
            ein={ein}
            label={texts.cell(nameOf(person), texts.latestTitle)}
            ref_={title.ref}
            isName
          >
            {title.value}
          </Cited>
        </span>
      )}
      {otherNames.length > 0 && (
        <span class="below quiet">
          {texts.also(otherNames.map((one) => displayName(one)).join(', '))}
        </span>
      )}
      {match && match.kind !== 'SameName' && (
        <span class="below quiet">{texts.matched(match)}</span>
      )}
    </>
  )
}

type PayProps = { ein: string; label: string; pay: Pay | undefined }

/** Pay as a link to its only column, or with a link to each column that it adds up. */
const PayCell = ({ ein, label, pay }: PayProps) => {
  if (!pay) return null
  const { amount, parts, unreadable } = pay
  if (amount === undefined) {
    const [ref] = unreadable
    if (ref === undefined) return <span class="unknown">{texts.notFiled}</span>
    return <SourceLink ein={ein} label={label} ref_={ref} words={texts.notReadable} />
  }
  const paid = parts.filter(({ value }) => value !== 0)
  if (paid.length < 2) {
    const ref = (paid[0] ?? parts[0])?.ref
    return <Figure ein={ein} label={label} value={amount} unit="USD" ref_={ref} isShort />
  }
  return (
    <>
      <Short value={amount} unit="USD" />
      <span class="below letters">
        {paid.map((part) => (
          <span key={part.ref}>
            {' '}
            <SourceLink
              ein={ein}
              label={`${label}, ${part.label}`}
              ref_={part.ref}
              words={/\((\w+)\)/.exec(part.line)?.[1] ?? part.label}
            />
          </span>
        ))}
      </span>
    </>
  )
}

function totalColumns(ein: string): DataColumn<PeopleYear>[] {
  const { totalHeads: heads } = texts
  const counted = (value: number, { isCompared }: PeopleYear) =>
    isCompared ? formatValue(value) : null
  return [
    {
      key: 'TaxYear',
      label: heads.year,
      cell: ({ filing }) => (
        <>
          {filing.taxYear}
          <span class="below quiet">
            {FORM_NAMES[filing.form]}, {texts.ended(filing.taxPeriodEnd)}
          </span>
        </>
      ),
    },
    {
      key: 'Listed',
      label: heads.listed,
      isNumeric: true,
      cell: ({ listed }) => formatValue(listed),
    },
    {
      key: 'Paid',
      label: heads.paid,
      isNumeric: true,
      cell: (year) => (
        <>
          {counted(year.paid, year)}
          {year.unknown > 0 && <span class="below quiet">{texts.unknown(year.unknown)}</span>}
        </>
      ),
    },
    {
      key: 'Total',
      label: heads.total,
      isNumeric: true,
      cell: ({ total }) => total !== undefined && <Short value={total} unit="USD" />,
    },
    {
      key: 'Reported',
      label: heads.reported,
      isNumeric: true,
      cell: ({ filing, reported }) =>
        filing.form !== '990EZ' && (
          <Figure
            ein={ein}
            label={texts.cell(heads.reported, filing.taxYear)}
            value={reported?.value}
            unit="USD"
            ref_={reported?.ref}
            isShort
          />
        ),
    },
  ]
}
