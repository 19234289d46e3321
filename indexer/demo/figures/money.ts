/** Splits a total into whole dollars by weights; the parts always add up to the total. */
export function splitByWeights(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((total * weight) / sum))
  const largest = weights.indexOf(Math.max(...weights))
  const rest = total - parts.reduce((all, part) => all + part, 0)
  return parts.map((part, index) => (index === largest ? part + rest : part))
}

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((all, amount) => all + amount, 0)

/** Omits a zero figure: filers leave such lines empty. */
export const unlessZero = (amount: number): number | undefined =>
  amount === 0 ? undefined : amount
