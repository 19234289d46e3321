/** What a head scores, without its zeros: at `places`, `values`. */
export type Input = { places: number[]; values: number[] }

/** Returns the input of a question: its vector, its features, and 1. */
export function toInput(vector: Iterable<number>, features: readonly number[]): Input {
  const all = [...vector, ...features, 1]
  const places = [...all.keys()].filter((at) => all[at] !== 0)
  return { places, values: places.map((at) => all[at] ?? 0) }
}

/** Returns the score of each row for an input. */
export const scoresOf = (rows: readonly Float32Array[], { places, values }: Input): number[] =>
  rows.map((row) => {
    let sum = 0
    for (let at = 0; at < places.length; at += 1)
      sum += (row[places[at] ?? 0] ?? 0) * (values[at] ?? 0)
    return sum
  })

/** Returns probabilities that add up to 1; a higher temperature makes them more even. */
export function softmax(scores: readonly number[], temperature = 1): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - most) / temperature))
  const sum = powers.reduce((so, one) => so + one, 0)
  return powers.map((power) => power / sum)
}
