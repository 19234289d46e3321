import { formatRef } from '#src/domain/evidence.ts'
import type { Attributed, AttributedPage } from '#src/network/attributed-page.ts'
import type { AwardRow } from '#src/network/store/read-awards.ts'
import type { SubawardRow } from '#src/network/store/read-subawards.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { cutText } from '../cut-text.ts'
import { Figure, formatValue } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { Band } from './band.tsx'

/** Federal money by the identifiers that audits name as the organization's. */
export const Awards = ({ overview: { page, awards, subawards } }: { overview: Overview }) => {
  const { ein } = page.organization
  return (
    <Band id="awards" title="Federal awards">
      {awards.count === undefined ? (
        <p class="unknown">
          Not known: no federal identifier (UEI) can be told to be this organization’s.
        </p>
      ) : (
        <div class="columns">
          <Received ein={ein} title="Awards" page={awards} toRow={awardRow} />
          <Received
            ein={ein}
            title="Subawards passed on by others"
            page={subawards}
            toRow={subawardRow}
          />
        </div>
      )}
      {(awards.count ?? 0) + (subawards.count ?? 0) > 0 && (
        <p class="quiet">
          Matched by identifiers that single audits name with this EIN; a match can be wrong. All of
          them are in the API, with a key: <a href="/docs">awards and subawards</a>.
        </p>
      )}
    </Band>
  )
}

type Shown = { key: string; name: string; from: string | null; amount: number | null; ref: string }

// A summed amount stands in no column: the row shows it beside those it has.
const awardRow = (award: Attributed<AwardRow>): Shown => ({
  key: award.key,
  name: award.awardId,
  from: award.awardingAgency,
  amount: award.amount,
  ref: formatRef({
    kind: 'award',
    key: award.key,
    ...(!award.isAmountSummed && { column: 'total_obligated_amount' }),
  }),
})

const subawardRow = (subaward: Attributed<SubawardRow>): Shown => ({
  key: subaward.key,
  name: subaward.subawardNumber ?? 'without a number',
  from: subaward.primeRecipientName,
  amount: subaward.amount,
  ref: formatRef({ kind: 'subaward', key: subaward.key, column: 'subaward_amount' }),
})

type ReceivedProps<Row> = {
  ein: string
  title: string
  page: AttributedPage<Row>
  toRow: (row: Attributed<Row>) => Shown
}

const Received = <Row,>({ ein, title, page, toRow }: ReceivedProps<Row>) => (
  <div>
    <h3>{title}</h3>
    {page.rows.length === 0 ? (
      <p>None among those that are loaded.</p>
    ) : (
      <>
        <p class="quiet">
          {formatValue(page.count ?? page.rows.length)} in all
          {(page.count ?? 0) > page.rows.length && `; the ${page.rows.length} largest:`}
        </p>
        <Scroll name={title}>
          <table>
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">From</th>
                <th scope="col" class="number">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {page.rows.map(toRow).map((shown) => (
                <AwardLine key={shown.key} ein={ein} shown={shown} />
              ))}
            </tbody>
          </table>
        </Scroll>
      </>
    )}
  </div>
)

const AwardLine = ({ ein, shown: { name, from, amount, ref } }: { ein: string; shown: Shown }) => (
  <tr>
    <th scope="row">
      <bdi>{cutText(name, 60)}</bdi>
    </th>
    <td>
      {from === null ? <span class="unknown">not told</span> : <bdi>{cutText(from, 80)}</bdi>}
    </td>
    <td class="number">
      <Figure
        ein={ein}
        label={`Amount of ${name}`}
        value={amount ?? undefined}
        unit="USD"
        ref_={ref}
      />
    </td>
  </tr>
)
