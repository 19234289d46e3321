/** 1 ÷ the rank of the wanted one among the first ten, 0 when it is not there. */
export function reciprocalRank(found: readonly string[], wanted: string): number {
  const at = found.slice(0, 10).indexOf(wanted)
  return at === -1 ? 0 : 1 / (at + 1)
}

/** Discounted gain of the first ten, as a share of what the best order would gain (0–1). */
export function ndcgAt10(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (grade: number, at: number) => (2 ** grade - 1) / Math.log2(at + 2)
  const sum = (all: number[]) =>
    all.slice(0, 10).reduce((total, grade, at) => total + gain(grade, at), 0)
  const ideal = sum([...grades.values()].toSorted((a, b) => b - a))
  return ideal === 0 ? 0 : sum(found.map((ein) => grades.get(ein) ?? 0)) / ideal
}

/** Share of the relevant ones among the first `depth`. */
export function recallAt(
  depth: number,
  found: readonly string[],
  grades: ReadonlyMap<string, number>,
): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([ein]) => ein)
  const among = new Set(found.slice(0, depth))
  return relevant.length === 0
    ? 0
    : relevant.filter((ein) => among.has(ein)).length / relevant.length
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
