import { displayName } from '#src/domain/display-name.ts'
import { countOf, describeShare } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Direction } from '#src/network/direction.ts'
import {
  type GrantSum,
  type GrantYear,
  type PartyByYear,
  sumYears,
  toYearColumns,
} from '#src/network/grants-by-year.ts'
import { grantSearchPath } from '#src/web/links.ts'
import { Dollars, Figure, inDollars, SourceLink } from '../figure.tsx'
import { formatValue, formatWhole, shortenValue } from '../formats.ts'
import {
  type Column,
  column,
  type DataColumn,
  DataTable,
  numberColumn,
  numeric,
} from '../table.tsx'
import { PartyName } from './party.tsx'

type SumProps = {
  /** The EIN of the page. */
  ein: string
  /** For people who hear the figure without its row and column. */
  label: string
  sum: GrantSum | undefined
  /** The page of its rows; undefined if there is none. */
  href: string | undefined
}

/** A sum as a link to its only row, to the page of its rows, or with a list of them. */
const SumCell = ({ ein, label, sum, href }: SumProps) => {
  if (!sum) return null
  const { amount, grantCount, evidenceRefs: refs } = sum
  if (grantCount === 1) {
    const figure = { value: amount, unit: 'USD', ref: refs[0] }
    if (amount !== undefined) return <Figure {...{ ein, label, figure }} isShort />
    return <SourceLink ein={ein} label={label} ref_={refs[0]} words="no amount" />
  }
  const whole = amount === undefined ? undefined : formatWhole(amount, 'USD')
  const shown = amount === undefined ? 'no amount' : shortenValue(amount, 'USD')
  if (href !== undefined) {
    return (
      <a
        class="figure"
        href={href}
        title={whole}
        aria-label={`${label}: ${shown}, ${countOf(grantCount, 'row')}`}
      >
        {shown}
      </a>
    )
  }
  return (
    <>
      <span title={whole}>{shown}</span>
      <details class="below">
        <summary>
          {refs.length < grantCount && `${refs.length} of `}
          {countOf(grantCount, 'row')}
          <span class="hidden">: {label}</span>
        </summary>
        {refs.map((ref, at) => (
          <SourceLink key={ref} ein={ein} label={label} ref_={ref} words={`${at + 1} `} />
        ))}
      </details>
    </>
  )
}

/** Returns the path of the single grants between both; undefined if the party has no EIN. */
const hrefOf = (ein: string, direction: Direction, party: PartyByYear): string | undefined => {
  if (party.ein === undefined) return undefined
  const [Funder, Recipient] = direction === 'Outgoing' ? [ein, party.ein] : [party.ein, ein]
  return grantSearchPath({ Funder, Recipient })
}

const totalOf = ({ totalAmount, grantCount, years }: PartyByYear): GrantSum => ({
  ...(totalAmount !== undefined && { amount: totalAmount }),
  grantCount,
  evidenceRefs: years.flatMap(({ evidenceRefs }) => evidenceRefs),
})

const NAMES = { Outgoing: 'Grantee', Incoming: 'Funder' }

/** Returns the columns of the counterparties: totals, then one column a year, newest first. */
export function byYearColumns(
  ein: string,
  direction: Direction,
  years: readonly GrantYear[],
): DataColumn<PartyByYear>[] {
  const { shown, earlier } = toYearColumns(years.filter(({ rowCount }) => rowCount > 0))
  const sum = (label: string, of: (party: PartyByYear) => GrantSum | undefined) => ({
    ...{ key: label, label, isNumeric: true },
    cell: (party: PartyByYear) => (
      <SumCell
        ein={ein}
        label={`${displayName(party.name)}, ${label}`}
        sum={of(party)}
        href={hrefOf(ein, direction, party)}
      />
    ),
    csv: (party: PartyByYear) => of(party)?.amount,
  })
  const sumOf = (label: string, wanted: readonly number[], sort: { sortKey?: string }) => [
    { ...sum(label, (party) => sumYears(party, wanted)), ...sort },
    {
      ...{ key: `${label}Refs`, label },
      csv: (party: PartyByYear) => sumYears(party, wanted)?.evidenceRefs.join(' '),
    },
  ]
  return [
    {
      key: 'Name',
      label: NAMES[direction],
      sortKey: 'Name',
      cell: (party) => {
        const isWeak = party.matchConfidence === 'Weak'
        if (direction === 'Outgoing') return <PartyName party={party} isWeak={isWeak} />
        return (
          <>
            <PartyName party={party} />
            {isWeak && <span class="below quiet">uncertain match: names another recipient</span>}
          </>
        )
      },
      csv: ({ name }) => name,
    },
    { key: 'EIN', label: 'EIN', csv: (party) => party.ein },
    { key: 'Location', label: 'Location', csv: ({ place }) => toLocation(place) },
    { key: 'MatchConfidence', label: 'Match', csv: ({ matchConfidence }) => matchConfidence },
    { ...sum('Total', totalOf), sortKey: 'Total' },
    {
      key: 'Grants',
      label: 'Grants',
      isNumeric: true,
      sortKey: 'GrantCount',
      cell: (party) => {
        const href = hrefOf(ein, direction, party)
        const count = formatValue(party.grantCount)
        if (href === undefined) return count
        return (
          <a
            href={href}
            aria-label={`${countOf(party.grantCount, 'grant')}, ${displayName(party.name)}: list them`}
          >
            {count}
          </a>
        )
      },
      csv: ({ grantCount }) => grantCount,
    },
    ...shown.flatMap((year) => sumOf(String(year), [year], { sortKey: String(year) })),
    ...(earlier.length > 0 ? sumOf('Earlier', earlier, {}) : []),
    numberColumn('FirstYear', 'First year', ({ earliestYear }) => earliestYear),
    numberColumn('LastYear', 'Last year', ({ latestYear }) => latestYear, {
      sortKey: 'LatestYear',
    }),
  ]
}

type YearsProps = { ein: string; direction: Direction; years: readonly GrantYear[] }

const YEAR_NOTE = {
  Outgoing:
    'The reported total is that of grants to domestic organizations and governments, if the form has such a line. It includes grants of $5,000 or less, which Form 990 does not list by name.',
  Incoming:
    'A grant is shown in the tax year of the funder’s return, which can be another year than the recipient’s.',
}

/** The totals of each year, next to what the organization reports for it. */
export const YearTotals = ({ ein, direction, years }: YearsProps) => (
  <>
    <DataTable
      name="Totals by tax year"
      columns={yearColumns(ein, direction, years)}
      rows={years}
    />
    <p class="quiet">{YEAR_NOTE[direction]}</p>
  </>
)

const REPORTED = {
  Outgoing: 'Grants paid, as reported',
  Incoming: 'All contributions, as reported by this organization',
}

function yearColumns(
  ein: string,
  direction: Direction,
  years: readonly GrantYear[],
): Column<GrantYear>[] {
  const money = (label: string, of: (year: GrantYear) => number | undefined) =>
    numeric<GrantYear>(label, (year) => {
      const amount = of(year)
      return amount !== undefined && inDollars(amount)
    })
  const isGiven = direction === 'Outgoing'
  const weak = years.some((year) => year.weakAmount !== undefined)
    ? [money('Of these, uncertain', (year) => year.weakAmount)]
    : []
  return [
    column('Tax year', ({ taxYear }) => taxYear),
    numeric(REPORTED[direction], (year) => (
      <ReportedTotal ein={ein} direction={direction} year={year} />
    )),
    money('Listed by name', ({ totalAmount }) => totalAmount),
    ...(isGiven
      ? [
          money('Matched to an organization', ({ identifiedAmount }) => identifiedAmount),
          ...weak,
          numeric<GrantYear>(
            'Share of grants paid',
            ({ identifiedShare: share }) => share !== undefined && describeShare(share),
          ),
        ]
      : weak),
    numeric('Rows', ({ rowCount }) => formatValue(rowCount)),
    ...(isGiven
      ? [
          numeric<GrantYear>('Rows not matched', ({ unidentifiedRowCount: count }) =>
            formatValue(count),
          ),
        ]
      : []),
  ]
}

/** A total as filed; with two returns for one tax year, each total. */
const ReportedTotal = ({
  ein,
  direction,
  year,
}: Omit<YearsProps, 'years'> & { year: GrantYear }) => {
  const { reported, taxYear } = year
  const label = `${REPORTED[direction]}, ${taxYear}`
  // A recipient's return for a year in which others funded it may not be loaded.
  if (!reported) return <span class="unknown">not known</span>
  const [first, ...more] = reported.evidenceRefs
  return (
    <>
      <Dollars
        ein={ein}
        label={label}
        figure={{ value: reported.value, ref: more.length === 0 ? first : undefined }}
      />
      {more.length > 0 &&
        reported.evidenceRefs.map((ref, at) => (
          <SourceLink key={ref} ein={ein} label={label} ref_={ref} words={` ${at + 1}`} />
        ))}
    </>
  )
}

/** Describes how much of the newest reported year was matched to organizations. */
export const Matched = ({ years }: Pick<YearsProps, 'years'>) => {
  const newest = years.find(({ identifiedShare }) => identifiedShare !== undefined)
  if (newest?.identifiedShare === undefined || !newest.reported) return null
  const weak = newest.weakAmount !== undefined && inDollars(newest.weakAmount)
  if (newest.rowCount === 0) {
    return (
      <>
        The return for {newest.taxYear} reports {inDollars(newest.reported.value)} of grants and
        names no recipients.
      </>
    )
  }
  return (
    <>
      We matched {describeShare(newest.identifiedShare)} of the {inDollars(newest.reported.value)}{' '}
      paid in {newest.taxYear} to organizations
      {weak && <>; the match of {weak} is uncertain</>}.
    </>
  )
}
