import { formatRef } from '#src/domain/evidence.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Attributed, AttributedPage, AwardRow, SubawardRow } from '#src/network/awards.ts'
import { Dollars } from '../figure.tsx'
import { numeric, Table } from '../table.tsx'
import { cutText, DisplayName } from '../text.tsx'
import { Band } from './band.tsx'

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

type Shown = { key: string; name: string; from: string | null; amount: number | null; ref: string }

// No column holds a summed amount; its Ref is that of the row, which has the terms.
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

type Props<Row> = {
  ein: string
  title: string
  page: AttributedPage<Row>
  toRow: (row: Attributed<Row>) => Shown
}

const Received = <Row,>({ ein, title, page: { rows, count }, toRow }: Props<Row>) => (
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
        <Table name={title} heads={['Number', 'From', numeric('Amount')]}>
          {rows.map(toRow).map(({ key, name, from, amount, ref }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{cutText(name, 60)}</bdi>
              </th>
              <td>
                {from === null ? (
                  <span class="unknown">not reported</span>
                ) : (
                  <DisplayName name={from} length={80} />
                )}
              </td>
              <td class="number">
                <Dollars
                  ein={ein}
                  label={`Amount of ${name}`}
                  figure={{ value: amount ?? undefined, ref }}
                />
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
  </div>
)
