import type { ComponentProps } from 'preact'
import { SankeyChart } from '#src/web/charts/sankey-chart.tsx'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure, formatValue } from '../figure.tsx'
import { FlowLines, linesOf } from '../flow-lines.tsx'
import { Band, linkSection } from './band.tsx'
import { type DrawnFlow, toDrawnFlow } from './sankey.ts'

type Props = { overview: Overview }

/** Where the money of the year came from and went, drawn and line by line. */
export const Flow = ({ overview }: Props) => {
  const { page, flow } = overview
  const [revenues, expenses] = [linesOf(flow, 'revenues'), linesOf(flow, 'expenses')]
  if (revenues.length === 0 && expenses.length === 0) return null
  const drawn = toDrawnFlow(flow)
  const { ein } = page.organization
  const title = `Money flow of tax year ${page.filing.taxYear}`
  const href = linkSection(overview, 'MoneyFlow')
  return (
    <Band
      id="flow"
      title={title}
      more={href ? { href, label: 'All of the money flow' } : undefined}
    >
      {drawn ? (
        <SankeyChart
          title="From sources of revenue to what it was spent on"
          nodes={drawn.nodes}
          links={drawn.links}
          unit="USD"
        />
      ) : (
        <p>
          A flow cannot be drawn: the line of total revenue or of total expenses holds no amount.
        </p>
      )}
      {drawn && <Limits ein={ein} drawn={drawn} />}
      <details>
        <summary>The same figures as tables</summary>
        <div class="columns">
          <Lines ein={ein} title="Revenue" lines={revenues} />
          <Lines ein={ein} title="Expenses" lines={expenses} />
        </div>
      </details>
    </Band>
  )
}

/** Which side was more, and how that is drawn; `surplus` in dollars, negative for a deficit. */
export function describeBalance(surplus: number): string {
  if (surplus === 0) return 'Revenue and expenses were the same.'
  return surplus < 0
    ? `Expenses were ${formatValue(-surplus, 'USD')} more than revenue: the difference is drawn as a deficit.`
    : `Revenue was ${formatValue(surplus, 'USD')} more than expenses: the difference is drawn as a surplus.`
}

/** What the drawing does not show, or not as filed. */
const Limits = ({
  ein,
  drawn: { surplus, negative, unequal },
}: {
  ein: string
  drawn: DrawnFlow
}) => (
  <>
    <p class="quiet">{describeBalance(surplus)}</p>
    {negative.length > 0 && (
      <p>
        Amounts below zero cannot be drawn and are missing above, though the totals count them:{' '}
        {negative.map(({ key, label, value, ref }, at) => (
          <span key={key}>
            {at > 0 && '; '}
            {label} <Figure ein={ein} label={label} value={value} unit="USD" ref_={ref} />
          </span>
        ))}
        .
      </p>
    )}
    {unequal.map(({ total, parts, hasUnreadable }) => (
      <p key={total.key} class="quiet">
        The {hasUnreadable && 'readable '}lines of {total.label.toLowerCase()} add up to{' '}
        {formatValue(parts, 'USD')}, and the total filed is {formatValue(total.value, 'USD')}.
      </p>
    ))}
  </>
)

const Lines = ({ ein, title, lines }: ComponentProps<typeof FlowLines>) =>
  lines.length === 0 ? (
    <p class="unknown">No line of {title.toLowerCase()} holds an amount.</p>
  ) : (
    <FlowLines ein={ein} title={title} lines={lines} />
  )
