import { z } from 'zod'
import type { PayStatus, PersonPay } from '#mappings/people.ts'
import { oneOf, queryText } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { namesOfOffice, officeNamed } from '#src/domain/titles.ts'
import { checkRanges, shapeOf } from '#src/search/filter-table.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { readPeople } from '#src/search/people/interpret.ts'
import {
  LEAST_COUNTED,
  type PaySummary,
  PEOPLE_FACETS,
  PEOPLE_FILTERS,
  PERSON_SORTS,
  type PeopleFilterName,
  type PeopleOutcome,
  type PersonHit,
  type PersonSort,
} from '#src/search/people/people.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { respelled, respellWords } from '#src/search/recovery/respell.ts'
import { Cited, Figure, inDollars, NotReported } from '../components/figure.tsx'
import { PartyName } from '../components/network/party.tsx'
import type { DataColumn } from '../components/table.tsx'
import { DisplayName } from '../components/text.tsx'
import { MAX_CSV_ROWS } from '../csv.ts'
import { peopleSearchPath } from '../links.ts'
import type { Pages } from '../render.ts'
import { csvPart } from '../words.ts'
import { type Address, addListSearch, WordsRead } from './list-search.tsx'

const QUERY = 'Name, or title, place, and cause in plain words'

const schema = z
  .object({
    Query: queryText(QUERY).optional(),
    ...shapeOf(PEOPLE_FILTERS),
    // People write EINs with a hyphen.
    EIN: z
      .preprocess((given) => String(given).replaceAll(/[-\s]/g, ''), PEOPLE_FILTERS.EIN.parameter)
      .optional(),
    Sort: oneOf(PERSON_SORTS, 'Order of the people.').optional(),
    Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  })
  .superRefine((given, check) => checkRanges(PEOPLE_FILTERS, given, check))
  .transform(readPeople)
type Asked = z.output<typeof schema>

/** Adds `GET /people` and `/people.csv`: a search over the people that returns list. */
export const addPeopleSearchPages = (pages: Pages): void =>
  addListSearch(pages, {
    path: '/people',
    title: 'People and their pay',
    description:
      'Search officers, directors, trustees, and the highest paid in all loaded returns, and compare their pay.',
    lead: 'Search the officers, directors, trustees, and highest-paid employees that returns list, by name, or by title, place, cause, and size of the organization. Each row is one person at one organization, over all years.',
    words: QUERY,
    filters: PEOPLE_FILTERS,
    schema,
    withoutField: 'PayStatus',
    examples: [
      ...['highest paid CEO in Ohio', 'hospital presidents', 'CFOs at nonprofits over $5M'],
      'highest paid',
    ],
    search: (deps, { asked }, part) => searchPeople(deps, { ...asked, ...part }),
    sortOf: ({ asked: { sort, order, name, ein } }) => {
      const first = name === undefined && ein === undefined ? 'Pay' : 'Relevance'
      const own = orderOf<PersonSort>({ Sort: sort, Order: order }, first)
      return { key: own.sort, order: own.order }
    },
    facets: PEOPLE_FACETS,
    columns: peopleColumns,
    table: 'People found',
    summary: ({ found }) => `${countOf(found, 'person', 'people')} found.`,
    instead: async (deps, address, { reading }) => {
      const { Organization = '', Name = '' } = reading?.settings ?? {}
      const fields = ['query.organization', 'query.title'] as const
      for (const words of await respellWords(
        deps,
        'people',
        fields,
        `${Organization} ${Name}`.trim(),
      )) {
        const spelling = { ...address, Query: respelled(address.Query ?? '', words) }
        const { asked } = schema.parse(spelling)
        const { found } = await searchPeople(deps, { ...asked, page: 1, limit: 0, facets: false })
        if (found > 0) return { spelling, others: [] }
      }
      return { others: [] }
    },
    readAs: (address, asked, outcome) => <ReadAs {...{ address, asked, outcome }} />,
    none: 'Nobody matches.',
    hasBestMatch: ({ asked: { name } }) => name !== undefined,
    note: 'Total pay adds all columns of pay in the latest row, including pay from related organizations, and links to that row. Returns do not identify people. Two rows with one name can be two people, so they are never merged. A summary of pay counts a person once for each organization.',
    end: csvPart(MAX_CSV_ROWS),
  })

/** Returns the label of a filter within a sentence. */
const toWords = (name: PeopleFilterName): string =>
  PEOPLE_FILTERS[name].label
    .replace(/, \$$/, '')
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

type FoundProps = { address: Address; asked: Asked; outcome: PeopleOutcome }

/** The filters, how the words were read, what the people are paid, and a search that finds more. */
const ReadAs = ({ address, asked: { asked, reading }, outcome }: FoundProps) => {
  const settled = { ...reading?.settings, ...address, Query: undefined }
  const { hits, wider } = outcome
  const [first] = hits
  const pay = outcome.found > 0 ? outcome.pay : undefined
  return (
    <>
      <WordsRead path="/people" filters={PEOPLE_FILTERS} address={address} reading={reading} />
      {asked.name !== undefined && first?.match === 'Fuzzy' && (
        <p>
          {`Nobody named ${asked.name} is listed. Showing results for similar names, such as `}
          <DisplayName name={first.display.name} />.
        </p>
      )}
      {pay && <PayOf pay={pay} title={asked.title} settled={settled} />}
      {wider && (
        <p>
          {`Without ${wider.without.map(toWords).join(' and ')}: `}
          <a
            href={peopleSearchPath({
              ...{ Sort: 'Pay', ...settled },
              ...Object.fromEntries(wider.without.map((name) => [name, undefined])),
            })}
          >
            {pay
              ? `the pay of ${countOf(wider.count, 'person', 'people')}`
              : countOf(wider.count, 'person', 'people')}
          </a>
          .
        </p>
      )}
    </>
  )
}

type PayProps = {
  pay: PaySummary
  title: string | undefined
  settled: Address
}

const NOT_COUNTED: Record<Exclude<PayStatus, 'Counted'>, string> = {
  Former: 'no longer in the latest list',
  PayUnknown: 'without known pay in it',
  Unpaid: 'unpaid',
  PartTime: 'with fewer than 35 hours a week',
  HoursUnknown: 'without reported hours',
}

/** The pay of a group: its quartiles, its range, and whom they leave out. */
const PayOf = ({ pay, title, settled }: PayProps) => {
  const { count, notCounted, lowest, lowerQuartile, median, upperQuartile, highest } = pay
  const office = title === undefined ? undefined : officeNamed(title)
  const names = office
    ? namesOfOffice(office)
    : { one: 'person', many: title === undefined ? 'people' : `people with the title ${title}` }
  const group = (
    <a href={peopleSearchPath({ ...settled, PayStatus: 'Counted' })}>
      {countOf(count, names.one, names.many)}
    </a>
  )
  const others = Object.entries(NOT_COUNTED).flatMap(([status, words]) => {
    const own = notCounted[status as keyof typeof notCounted]
    return own ? `${formatCount(own)} ${words}` : []
  })
  const years = pay.firstYear === pay.lastYear ? pay.lastYear : `${pay.firstYear}–${pay.lastYear}`
  return (
    <div class="pay-summary">
      {median === undefined ||
      lowerQuartile === undefined ||
      upperQuartile === undefined ||
      lowest === undefined ||
      highest === undefined ? (
        <p>
          No summary of pay: it needs at least {LEAST_COUNTED} people who work full time, and these
          rows have {count === 0 ? 'none' : group}.
        </p>
      ) : (
        <p>
          Pay of {group} who work full time: median <strong>{inDollars(median)}</strong>, middle
          half {inDollars(lowerQuartile)} to {inDollars(upperQuartile)}, lowest {inDollars(lowest)},
          highest {inDollars(highest)} (
          {`tax year${pay.firstYear === pay.lastYear ? '' : 's'} ${years}`}
          ).
        </p>
      )}
      {others.length > 0 && <p class="quiet">{`Not counted: ${others.join(', ')}.`}</p>}
    </div>
  )
}

/** The columns of people, one row a person and organization. */
const peopleColumns = (): DataColumn<PersonHit>[] => [
  {
    key: 'PersonName',
    label: 'Person',
    sortKey: 'Name',
    cell: ({ ein, display }) => (
      <>
        <Cited ein={ein} label={displayName(display.name)} ref_={display.ref} isName>
          {display.name}
        </Cited>
        {display.otherNames.length > 0 && (
          <span class="below quiet">
            {`also ${display.otherNames.map((name) => displayName(name)).join(', ')}`}
          </span>
        )}
        <a class="below" href={peopleSearchPath({ Name: display.name })} rel="nofollow">
          All organizations
          <span class="hidden">: {displayName(display.name)}</span>
        </a>
      </>
    ),
    csv: ({ display }) => display.name,
  },
  {
    key: 'OrganizationName',
    label: 'Organization',
    cell: ({ ein, display }) => (
      <PartyName
        party={{ ein, name: display.organization, place: display, profileAvailable: true }}
      />
    ),
    csv: ({ display }) => display.organization,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  { key: 'Location', label: 'Location', csv: ({ display }) => toLocation(display) },
  {
    key: 'Titles',
    label: 'Title',
    cell: ({ display: { titles, payStatus } }) => (
      <>
        <DisplayName name={titles[0] ?? ''} />
        {titles.length > 1 && (
          <span class="below quiet">
            {`also ${titles
              .slice(1, SHOWN_TITLES)
              .map((title) => displayName(title))
              .join(', ')}`}
          </span>
        )}
        {payStatus === 'Former' && <span class="below quiet">no longer in the latest list</span>}
      </>
    ),
    csv: ({ display }) => display.titles.join('; '),
  },
  ...payColumns('TotalPay', 'Total pay', ({ display }) => display.totalPay, 'Pay'),
  ...payColumns('LatestPay', 'Reportable pay', ({ display }) => display.pay),
  ...payColumns('LatestRelatedPay', 'Related organizations', ({ display }) => display.relatedPay),
  {
    key: 'Hours',
    label: 'Hours a week',
    isNumeric: true,
    cell: ({ display }) => display.hours ?? null,
    csv: ({ display }) => display.hours,
  },
  { key: 'PayStatus', label: 'In the summary', csv: ({ display }) => display.payStatus },
  {
    key: 'Years',
    label: 'Listed',
    isNumeric: true,
    sortKey: 'Year',
    cell: ({ display: { firstYear, lastYear } }) =>
      firstYear === lastYear ? lastYear : `${firstYear}–${lastYear}`,
  },
  { key: 'FirstYear', label: 'First year', csv: ({ display }) => display.firstYear },
  { key: 'LastYear', label: 'Last year', csv: ({ display }) => display.lastYear },
]

/** More titles of one person are spellings of the same. */
const SHOWN_TITLES = 3

/** The column of an amount, if it has an order, and in the file its tax year and its Ref. */
function payColumns(
  key: string,
  label: string,
  of: (hit: PersonHit) => PersonPay | undefined,
  sortKey?: PersonSort,
): DataColumn<PersonHit>[] {
  return [
    {
      key,
      label,
      isNumeric: true,
      ...(sortKey && { sortKey }),
      // On a page, the total is enough; its row has the others.
      ...(sortKey && {
        cell: (hit: PersonHit) => {
          const paid = of(hit)
          if (!paid) return <NotReported />
          return (
            <>
              <Figure
                ein={hit.ein}
                label={`${label} of ${displayName(hit.display.name)}, ${paid.taxYear}`}
                figure={paid}
                unit="USD"
              />
              <span class="below quiet">{`in ${paid.taxYear}`}</span>
            </>
          )
        },
      }),
      csv: (hit) => of(hit)?.value,
    },
    { key: `${key}TaxYear`, label, csv: (hit) => of(hit)?.taxYear },
    { key: `${key}Ref`, label, csv: (hit) => of(hit)?.ref },
  ]
}
