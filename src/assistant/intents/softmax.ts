/** Returns the input of a question: its vector, its features, and 1. */
export const toInput = (vector: Iterable<number>, features: readonly number[]): Float32Array =>
  Float32Array.from([...vector, ...features, 1])

/** Returns the score of each row for an input. */
export const scoresOf = (rows: readonly Float32Array[], input: Float32Array): number[] =>
  rows.map((row) => row.reduce((sum, weight, at) => sum + weight * (input[at] ?? 0), 0))

/** Returns probabilities that add up to 1; a higher temperature makes them more even. */
export function softmax(scores: readonly number[], temperature = 1): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - most) / temperature))
  const sum = powers.reduce((so, one) => so + one, 0)
  return powers.map((power) => power / sum)
}
