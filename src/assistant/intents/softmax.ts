/** Returns the score of each row for an input. */
export const scoresOf = (rows: readonly Float32Array[], input: ArrayLike<number>): number[] =>
  rows.map((row) => {
    let sum = 0
    for (let at = 0; at < row.length; at += 1) sum += (row[at] ?? 0) * (input[at] ?? 0)
    return sum
  })

/** Returns probabilities that add up to 1; a higher temperature makes them more even. */
export function softmax(scores: readonly number[], temperature = 1): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - most) / temperature))
  const sum = powers.reduce((so, one) => so + one, 0)
  return powers.map((power) => power / sum)
}
