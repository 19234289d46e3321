import { evidencePath } from '../links.ts'
import { cutText } from './cut-text.ts'
import { useSourceNumber } from './printed-sources.tsx'

type Props = {
  /** Of whom the figure is; its Ref is opened as hers. */
  ein: string
  /** What the figure is called, for those who hear the link alone. */
  label: string
  value: number | string | boolean | undefined
  /** `USD`, `percent`, `ratio` …, as the field catalogue names units. */
  unit?: string | undefined
  /** Undefined only for what no single leaf holds, which the page then says. */
  ref_?: string | undefined
  /** Shown if the value is unknown. */
  unknown?: string | undefined
  /** Cut to millions and thousands, the whole figure in its title. */
  isShort?: boolean
}

/** A filed or derived figure as a link to its evidence; "not reported" if it is unknown. */
export const Figure = ({
  ein,
  label,
  value,
  unit,
  ref_: ref,
  unknown = 'not reported',
  isShort = false,
}: Props) => {
  const source = useSourceNumber(ein, value === undefined ? undefined : ref, label)
  if (value === undefined) return <span class="unknown">{unknown}</span>
  const whole = cutText(formatValue(value, unit))
  const shown = isShort ? shortenValue(value, unit) : whole
  if (ref === undefined) return <span class="value">{shown}</span>
  return (
    <a
      class="figure"
      href={evidencePath(ein, ref)}
      data-source={source}
      title={`${whole}: where it was filed`}
      aria-label={`${label}: ${shown === whole ? whole : `${shown}, ${whole}`}, where it was filed`}
    >
      {shown}
    </a>
  )
}

/** A figure of a line (`readNumber`): a Ref without a value is that of an unreadable text. */
export const FiledFigure = ({ value, ...props }: Props) => (
  <Figure {...props} value={value ?? (props.ref_ && 'not readable')} />
)

const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const SHORT_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Node 20 would write $5M as $5.0M.
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A value for people, in its unit: dollars, shares as percent, yes and no. */
export function formatValue(value: number | string | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (unit === 'USD') return DOLLARS.format(value)
  if (unit === 'ratio' || unit === 'share') return PERCENT.format(value)
  return withUnit(value, NUMBER.format(value), unit)
}

const EXACT = { maximumFractionDigits: 6 }
const EXACT_NUMBER = new Intl.NumberFormat('en-US', EXACT)
const EXACT_DOLLARS = new Intl.NumberFormat('en-US', {
  ...EXACT,
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
})

/** A value with all its digits, in its unit: a share as filed beside its percent. */
export function formatExactly(value: number | string | boolean, unit?: string): string {
  const shown = formatValue(value, unit)
  if (typeof value !== 'number' || Number.isInteger(value)) return shown
  if (unit === 'USD') return EXACT_DOLLARS.format(value)
  const exact = EXACT_NUMBER.format(value)
  return unit === 'ratio' || unit === 'share' ? `${shown} (${exact})` : withUnit(value, exact, unit)
}

/** A count as it is; else with its unit behind it: "1 month", "3 months". */
function withUnit(value: number, shown: string, unit?: string): string {
  if (unit === undefined || unit === 'count') return shown
  return `${shown} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}

/**
 * A rating's score, 0 to 100, with the two decimals it is stored with: rounded to points it could
 * stand beside the word of the band below.
 */
export const formatScore = (score: number): string => NUMBER.format(score)

/** A value for people in little room: dollars cut to thousands, millions and billions. */
export const shortenValue = (value: number | string | boolean, unit?: string): string =>
  typeof value === 'number' && unit === 'USD'
    ? SHORT_DOLLARS.format(value)
    : formatValue(value, unit)
