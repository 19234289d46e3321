import type { Row } from './row.ts'

/** How large a run is, where it says what it does, and when to give up. */
export type Scale = {
  /** Smaller sizes and fewer rounds: enough to see that a benchmark works, not to believe it. */
  isQuick: boolean
  say: (sentence: string) => void
  /** When the benchmark began, as performance.now() tells it. */
  started: number
  stop: AbortSignal
}

// A run of all is to end while one waits for it; a quick one goes into CI.
const LIMIT_SECONDS = { whole: 180, quick: 40 }

/**
 * Measures in rounds: as many as wanted, fewer when the next would take longer than a benchmark
 * may (three minutes, forty seconds when quick), one at least.
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
  run: (scale: Scale) => Promise<Row[]>
}
