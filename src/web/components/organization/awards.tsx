import { formatRef } from '#src/domain/evidence.ts'
import type { Attributed, AttributedPage } from '#src/network/attributed-page.ts'
import type { AwardRow } from '#src/network/store/read-awards.ts'
import type { SubawardRow } from '#src/network/store/read-subawards.ts'
import type { Awarded, TabData } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Figure } from '../figure.tsx'
import { numeric, Table } from '../table.tsx'
import { cutText, DisplayName } from '../text.tsx'
import { Band } from './band.tsx'

const texts = organizationTexts.awards

type AwardsProps = { page: TabData['page']; awarded: Awarded }

/** Federal money by the identifiers that audits name as the organization's. */
export const Awards = ({ page, awarded: { awards, subawards } }: AwardsProps) => {
  const { ein } = page.organization
  return (
    <Band id="awards" title={texts.title}>
      {awards.count === undefined ? (
        <p class="unknown">{texts.unknown}</p>
      ) : (
        <div class="columns">
          <Received ein={ein} title="Awards" page={awards} toRow={awardRow} />
          <Received ein={ein} title={texts.subawards} page={subawards} toRow={subawardRow} />
        </div>
      )}
      {(awards.count ?? 0) + (subawards.count ?? 0) > 0 && (
        <p class="quiet">{texts.matched(<a href="/docs">{texts.matchedLink}</a>)}</p>
      )}
    </Band>
  )
}

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
  name: subaward.subawardNumber ?? texts.noNumber,
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
      <p>{texts.none}</p>
    ) : (
      <>
        <p class="quiet">{texts.total(count ?? rows.length, rows.length)}</p>
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
                <Figure
                  ein={ein}
                  label={texts.amountOf(name)}
                  value={amount ?? undefined}
                  unit="USD"
                  ref_={ref}
                  isShort
                />
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
  </div>
)
