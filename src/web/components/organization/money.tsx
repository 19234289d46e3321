import { type FiledNumber, formatRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { formatCount } from '#src/domain/money.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import type { SeriesKey } from '#src/figures/sets.ts'
import type { Attributed, AttributedPage, AwardRow, SubawardRow } from '#src/network/awards.ts'
import type { PriorYear, SeriesYear } from '#src/organizations/figures/series.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { type Line, LineChart } from '#src/web/charts/line-chart.tsx'
import { HOLLOW_MARK, namePrior } from '#src/web/words.ts'
import { Dollars, FiledFigure } from '../figure.tsx'
import { column, type DataColumn, numeric, Table } from '../table.tsx'
import { cutText, Day, DisplayName } from '../text.tsx'
import { Band } from './band.tsx'

/** A year of a chart; a prior year has only what the next year's return states. */
type Year = Pick<SeriesYear, 'taxYear' | 'figures' | 'unreadable' | 'derived' | 'isShortYear'> & {
  isPrior: boolean
}
type Column = { name: string; of: (year: Year) => FiledNumber }
/** The title begins with the names of the columns; `of` ends it. */
type Chart = { of: string; unit: 'USD' | 'ratio'; columns: Column[] }

const filed = (name: string, key: SeriesKey): Column => ({
  name,
  of: ({ figures, unreadable }) => figures[key] ?? { ref: unreadable[key] },
})

const CHARTS: Chart[] = [
  {
    of: '',
    unit: 'USD',
    columns: [filed('Revenue', 'revenue'), filed('Expenses', 'expenses')],
  },
  {
    of: ' at the end of the year',
    unit: 'USD',
    columns: [filed('Assets', 'assets'), filed('Liabilities', 'liabilities')],
  },
  {
    of: ': share of expenses spent on programs',
    unit: 'ratio',
    columns: [{ name: 'Program ratio', of: ({ derived }) => derived.programRatio ?? {} }],
  },
]

type Shown = {
  series: readonly SeriesYear[]
  /** Years that only the return of the next year describes. */
  prior: readonly PriorYear[]
}

/** The form's figures by year; a year without a filing is a gap. */
export const Trends = ({ page, ...shown }: Shown & { page: Page }) => {
  const { organization, filing } = page
  const years = yearsOf(shown)
  const charts = CHARTS.filter(({ columns }) => columns.some((column) => isKnown(column, years)))
  if (charts.length === 0) return null
  return (
    <Band
      id="trends"
      title={`${FORM_NAMES[filing.form]}, year by year`}
      more={{
        href: `/charity/${organization.ein}/trends/figures.csv?Form=${filing.form}`,
        label: 'Download all figures by year as CSV',
      }}
    >
      <div class="trends">
        {charts.map((chart) => (
          <Trend key={chart.of} chart={chart} years={years} ein={organization.ein} />
        ))}
      </div>
    </Band>
  )
}

/** Returns the years of a chart, oldest first, with those that only a later return describes. */
const yearsOf = ({ series, prior }: Shown): Year[] =>
  [
    ...series.map((year) => ({ ...year, isPrior: false })),
    ...prior.map(({ taxYear, figures }) => ({
      taxYear,
      figures: figures as Year['figures'],
      unreadable: {},
      derived: {},
      isShortYear: false,
      isPrior: true,
    })),
  ].sort((a, b) => a.taxYear - b.taxYear)

const isKnown = ({ of }: Column, years: readonly Year[]): boolean =>
  years.some((year) => of(year).value !== undefined)

/** Returns "Revenue and expenses", "Assets at the end of the year". */
function titleOf({ of }: Chart, columns: readonly Column[]): string {
  const names = columns.map(({ name }, at) => (at === 0 ? name : name.toLowerCase()))
  return `${names.join(' and ')}${of}`
}

const lineOf = ({ name, of }: Column, years: readonly Year[]): Line => ({
  name,
  points: years.map((year) => ({
    ...{ year: year.taxYear, value: of(year).value, isPrior: year.isPrior },
  })),
})

/** A figure of a year in the file of all trends. */
type DataRow = {
  year: number
  from: number
  label: string
  value: number
  unit: string
  ref: string
}

/** Returns every figure of the form by year, as rows of a file. */
export const listFigures = ({ series, prior }: Shown): DataRow[] => [
  ...series.flatMap(({ taxYear, figures, derived }) =>
    Object.values({ ...figures, ...derived }).map(({ label, value, unit, ref }) => ({
      ...{ year: taxYear, from: taxYear },
      ...{ label, value, unit, ref },
    })),
  ),
  ...prior.flatMap(({ taxYear, figures }) =>
    Object.entries<{ value: number; ref: string }>(figures).map(([key, { value, ref }]) => ({
      ...{ year: taxYear, from: taxYear + 1 },
      ...{ label: nameOf(key as FigureKey), value, unit: 'USD', ref },
    })),
  ),
]

/** The columns of that file. */
export const FIGURE_COLUMNS: DataColumn<DataRow>[] = [
  { key: 'TaxYear', label: 'Tax year', csv: ({ year }) => year },
  { key: 'ReturnOf', label: 'Return', csv: ({ from }) => from },
  { key: 'Figure', label: 'Figure', csv: ({ label }) => label },
  { key: 'Value', label: 'Value', csv: ({ value }) => value },
  { key: 'Unit', label: 'Unit', csv: ({ unit }) => unit },
  { key: 'Ref', label: 'Source', csv: ({ ref }) => ref },
]

type TrendProps = { chart: Chart; years: readonly Year[]; ein: string }

const Trend = ({ chart, years, ein }: TrendProps) => {
  const { unit } = chart
  const columns = chart.columns.filter((column) => isKnown(column, years))
  // Readers would look for the lines of columns without any value.
  const unknown = chart.columns.filter((column) => !columns.includes(column))
  const title = titleOf(chart, columns)
  const series = columns.map((column) => lineOf(column, years))
  return (
    <LineChart title={title} unit={unit} isSmall series={series}>
      {years.some(({ isPrior }) => isPrior) && unit === 'USD' && (
        <p class="quiet note">{HOLLOW_MARK}</p>
      )}
      {unknown.map(({ name }) => (
        <p key={name} class="quiet">
          {name}: <span class="unknown">no readable value in any year</span>
        </p>
      ))}
      <details>
        <summary>Show these figures as a table</summary>
        <Table<Year>
          name={title}
          rows={years.filter((year) => !year.isPrior || columns.some(({ of }) => of(year).ref))}
          columns={[
            column('Tax year', (year) => (
              <>
                {year.taxYear}
                {year.isShortYear && <span class="quiet">{' (short year)'}</span>}
                {year.isPrior && <span class="below quiet">{namePrior(year.taxYear + 1)}</span>}
              </>
            )),
            ...columns.map(({ name, of }) =>
              numeric<Year>(name, (year) => (
                <FiledFigure
                  ein={ein}
                  label={`${name}, ${year.taxYear}`}
                  figure={of(year)}
                  unit={unit}
                  unknown={unit === 'ratio' ? 'unknown' : undefined}
                />
              )),
            ),
          ]}
        />
      </details>
    </LineChart>
  )
}

type AwardsProps = {
  ein: string
  awards: AttributedPage<AwardRow>
  subawards: AttributedPage<SubawardRow>
}

/** Federal money by the identifiers that audits name as the organization's. */
export const Awards = ({ ein, awards, subawards }: AwardsProps) => (
  <Band id="awards" title="Federal awards">
    {awards.count === undefined ? (
      <p class="unknown">
        We could not match this organization to a federal identifier (UEI), so its awards are not
        known.
      </p>
    ) : (
      <div class="columns">
        <Received ein={ein} title="Awards" page={awards} toRow={awardRow} />
        <Received
          ein={ein}
          title="Subawards from other recipients"
          page={subawards}
          toRow={subawardRow}
        />
      </div>
    )}
    {(awards.count ?? 0) + (subawards.count ?? 0) > 0 && (
      <p class="quiet">
        We match awards by the UEIs that federal single audits list for this EIN. A match can be
        wrong. To get complete lists, use the API with a key:{' '}
        <a href="/docs">awards and subawards</a>.
      </p>
    )}
  </Band>
)

type AwardShown = {
  name: string
  from: string | null
  /** YYYY-MM-DD; null if unknown. */
  date: string | null
  amount: number | null
  ref: string
}

// No column holds a summed amount; its Ref is that of the row, which has the terms.
const awardRow = (award: Attributed<AwardRow>): AwardShown => ({
  name: award.awardId,
  from: award.awardingAgency,
  date: award.latestActionDate,
  amount: award.amount,
  ref: formatRef({
    kind: 'award',
    key: award.key,
    ...(!award.isAmountSummed && { column: 'total_obligated_amount' }),
  }),
})

const subawardRow = (subaward: Attributed<SubawardRow>): AwardShown => ({
  name: `Subaward ${subaward.subawardNumber ?? 'without a number'}`,
  from: subaward.primeRecipientName,
  date: subaward.actionDate,
  amount: subaward.amount,
  ref: formatRef({ kind: 'subaward', key: subaward.key, column: 'subaward_amount' }),
})

type ReceivedProps<Row> = {
  ein: string
  title: string
  page: AttributedPage<Row>
  toRow: (row: Attributed<Row>) => AwardShown
}

const Received = <Row,>({ ein, title, page: { rows, count }, toRow }: ReceivedProps<Row>) => (
  <div>
    <h3>{title}</h3>
    {rows.length === 0 ? (
      <p>None in the data loaded here.</p>
    ) : (
      <>
        <p class="quiet">
          {formatCount(count ?? rows.length)} in total
          {(count ?? 0) > rows.length && `; the ${rows.length} largest:`}
        </p>
        <Table<AwardShown>
          name={title}
          rows={rows.map(toRow)}
          columns={[
            column('Number', ({ name }) => <bdi>{cutText(name, 60)}</bdi>),
            column('From', ({ from }) =>
              from === null ? (
                <span class="unknown">not reported</span>
              ) : (
                <DisplayName name={from} length={80} />
              ),
            ),
            column('Latest action', ({ date }) =>
              date === null ? <span class="unknown">not known</span> : <Day iso={date} />,
            ),
            numeric('Amount', ({ name, amount, ref }) => (
              <>
                <Dollars
                  ein={ein}
                  label={`Amount of ${name}`}
                  figure={{ value: amount ?? undefined, ref }}
                />
                {(amount ?? 0) < 0 && (
                  <span class="below quiet">deobligated: the government took back this money</span>
                )}
              </>
            )),
          ]}
        />
      </>
    )}
  </div>
)
