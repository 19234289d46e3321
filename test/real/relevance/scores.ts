/** Returns 1 ÷ the rank of the expected hit among the first ten, or 0 without it. */
export function reciprocalRank(found: readonly string[], wanted: string): number {
  const at = found.slice(0, 10).indexOf(wanted)
  return at === -1 ? 0 : 1 / (at + 1)
}

/** Returns the discounted gain of the first ten, as a share of the best possible order's (0–1). */
export function ndcgAt10(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (grade: number, at: number) => (2 ** grade - 1) / Math.log2(at + 2)
  const sum = (all: number[]) =>
    all.slice(0, 10).reduce((total, grade, at) => total + gain(grade, at), 0)
  const ideal = sum([...grades.values()].toSorted((a, b) => b - a))
  return ideal === 0 ? 0 : sum(found.map((ein) => grades.get(ein) ?? 0)) / ideal
}

/** Returns the share of the relevant hits among the first `depth`. */
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

/** Prints scores as a table, for the figures in the README. */
export const printTable = (rows: Record<string, string | number>[]): void =>
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value,
        ]),
      ),
    ),
  )
