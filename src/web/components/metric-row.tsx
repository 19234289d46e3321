import type { ComponentChildren } from 'preact'
import type { ShownMetric } from '#src/organizations/page/rating-view.ts'
import { Figure } from './figure.tsx'

type Props = {
  ein: string
  metric: Pick<ShownMetric, 'label' | 'value' | 'unit' | 'direction' | 'ref'>
  /** What the table says of it besides, cell by cell. */
  children: ComponentChildren
}

/** A metric of a rating as a row: what it is, and its value with the evidence. */
export const MetricRow = ({ ein, metric, children }: Props) => {
  const { label, value, unit, direction, ref } = metric
  return (
    <tr>
      <th scope="row">
        {label} <span class="quiet">{direction === 'lower' && 'lower is better'}</span>
      </th>
      <td class="number">
        <Figure ein={ein} label={label} value={value} unit={unit} ref_={ref} />
      </td>
      {children}
    </tr>
  )
}
