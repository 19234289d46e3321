/** The least or the most that a ratio may be. */
export type Aim = { atLeast: number } | { atMost: number }

/** A measurement and its reference from the same run. */
export type Measurement = {
  name: string
  value: number
  unit: string
  /** The named peer or limit. */
  against: string
  reference: number
  aim?: Aim
}

/**
 * A line of the results. `ratio` is value ÷ reference; `aim` says whether it should be high or low.
 * `met` is null without an aim and for a skipped benchmark.
 */
export type Row = {
  name: string
  value: number | null
  unit: string
  against: string
  reference: number | null
  ratio: number | null
  aim: string | null
  met: boolean | null
}

/** Returns a measurement as a row with three significant digits. */
export function toRow({ name, value, unit, against, reference, aim }: Measurement): Row {
  const ratio = value / reference
  const figures = { value: round(value), unit, against, reference: round(reference) }
  return {
    name,
    ...figures,
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
