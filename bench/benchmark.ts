import Table from 'cli-table3'
import { formatCount } from '#src/domain/money.ts'

/** The size of a run and its output. */
export type Run = {
  /** Smaller sizes and fewer rounds: enough to see that a benchmark works. */
  isQuick: boolean
  /** The folder for data that is kept for later runs; undefined: in the cache folder. */
  keep?: string | undefined
  /** Running services to measure; undefined: one that is started for it. */
  addresses?: string[] | undefined
  say: (sentence: string) => void
  stop: AbortSignal
}

export type Benchmark = {
  name: string
  description: string
  /** True if it runs only when it is named. */
  isOnRequest?: boolean
  run: (run: Run) => Promise<Row[]>
}

/** The least or the most that a ratio may be. */
type Aim = { atLeast: number } | { atMost: number }

/**
 * A line of the results. `ratio` is value ÷ reference; `aim` says whether it should be high or low.
 * `met` is null without an aim and for a skipped benchmark.
 */
export type Row = {
  name: string
  value: number | null
  unit: string
  /** The bare calls or the limit. */
  against: string
  reference: number | null
  ratio: number | null
  aim: string | null
  met: boolean | null
}

type Measurement = Pick<Row, 'name' | 'unit' | 'against'> & {
  value: number
  reference: number
  aim?: Aim | undefined
}

/** Returns a measurement as a row with three significant digits. */
export function toRow({ name, value, unit, against, reference, aim }: Measurement): Row {
  const ratio = value / reference
  return {
    ...{ name, value: round(value), unit, against, reference: round(reference) },
    ratio: round(ratio),
    aim: aim ? inWords(aim) : null,
    met: meets(ratio, aim),
  }
}

const inWords = (aim: Aim) => ('atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`)

function meets(ratio: number, aim: Aim | undefined): boolean | null {
  if (!aim) return null
  return 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost
}

const round = (figure: number): number => Number(figure.toPrecision(3))

/** Returns a row that says what could not be measured and why. */
export const toSkipped = (name: string, reason: string): Row => ({
  name: `${name}: skipped`,
  value: null,
  unit: '',
  against: reason,
  reference: null,
  ratio: null,
  aim: null,
  met: null,
})

export function medianRound<Round extends { value: number; reference: number }>(
  rounds: readonly Round[],
): Round {
  const ratioOf = ({ value, reference }: Round) => value / reference
  const sorted = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured.')
  return middle
}

/** Returns the value below which a share of the values is (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}

/** Both sides' times in milliseconds, one for each request. */
export type Times = { ours: number[]; theirs: number[] }

/** Returns rows of p50 and p99, with the largest ratio that each may have. */
export const toTimeRows = (
  name: string,
  { ours, theirs }: Times,
  against: string,
  aims: Partial<Record<'p50' | 'p99', number>> = {},
): Row[] =>
  (['p50', 'p99'] as const).map((label) => {
    const share = label === 'p50' ? 0.5 : 0.99
    const atMost = aims[label]
    return toRow({
      name: `${name}, ${label}`,
      value: percentile(ours, share),
      unit: 'ms',
      against,
      reference: percentile(theirs, share),
      aim: atMost === undefined ? undefined : { atMost },
    })
  })

const HEADS = ['Measured', 'Value', 'Against', 'Reference', 'Ratio', 'Aim', 'Met']
// 80 columns with the lines between them.
const WIDTHS = [22, 14, 14, 9, 5, 5, 3]

/** Returns the rows as a table of 80 columns. */
export function formatTable(rows: readonly Row[]): string {
  const table = new Table({
    head: HEADS,
    colWidths: WIDTHS,
    colAligns: ['left', 'right', 'left', 'right', 'right', 'right', 'left'],
    wordWrap: true,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) {
    if (row.value === null) table.push([row.name, { content: row.against, colSpan: 6 }])
    else table.push(toCells(row))
  }
  return table.toString()
}

const toCells = ({ name, value, unit, against, reference, ratio, aim, met }: Row): string[] => [
  name,
  `${show(value)} ${unit}`,
  against,
  show(reference),
  show(ratio),
  aim ?? '',
  met === null ? '' : met ? 'yes' : 'NO',
]

const show = (figure: number | null): string => (figure === null ? '' : formatCount(figure))
