import type { Row } from './row.ts'

/** The size of a run, its output, and its time limit. */
export type Scale = {
  /** Smaller sizes and fewer rounds: enough to see that a benchmark works. */
  isQuick: boolean
  /** The folder for data that is kept for later runs; undefined: in the cache folder. */
  keep?: string | undefined
  say: (sentence: string) => void
  /** When the benchmark began, by performance.now(). */
  started: number
  stop: AbortSignal
}

// A person waits for a full run; a quick one runs in CI.
const LIMIT_SECONDS = { whole: 180, quick: 40 }

/**
 * Measures in rounds: as many as wanted, fewer if the next would exceed a benchmark's time (three
 * minutes, forty seconds when quick), and at least one.
 */
export async function measureRounds<Round>(
  scale: Scale,
  wanted: number,
  measure: (round: number) => Promise<Round>,
): Promise<Round[]> {
  const limit = LIMIT_SECONDS[scale.isQuick ? 'quick' : 'whole']
  const rounds: Round[] = []
  for (let longest = 0; rounds.length < wanted; ) {
    if (rounds.length > 0 && elapsed(scale) + longest > limit) break
    const before = elapsed(scale)
    rounds.push(await measure(rounds.length))
    longest = Math.max(longest, elapsed(scale) - before)
  }
  return rounds
}

const elapsed = ({ started }: Scale): number => (performance.now() - started) / 1_000

export type Benchmark = {
  name: string
  description: string
  /** True if it runs only when it is named. */
  isOnRequest?: boolean
  run: (scale: Scale) => Promise<Row[]>
}
