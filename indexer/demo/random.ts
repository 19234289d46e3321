/** A source of repeatable randomness; the same label gives the same sequence. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  int(min: number, max: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  sample<T>(items: readonly T[], count: number): T[]
  /** Returns a log-normal number: half of them lie below the median. */
  logNormal(median: number, sigma: number): number
  /**
   * Returns an independent sequence, so that drawing more in one place changes nothing elsewhere.
   */
  fork(label: string): Random
}

function hash(label: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < label.length; index++) {
    value = Math.imul(value ^ label.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** Creates the sequence that belongs to a label (splitmix over 32 bits). */
export function createRandom(label: string): Random {
  let state = hash(label)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + next() * (max - min)
  const int = (min: number, max: number): number => Math.floor(between(min, max + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError(`No items to choose from for "${label}"`)
    return item
  }
  return {
    next,
    int,
    between,
    pick,
    chance: (probability) => next() < probability,
    sample: (items, count) => {
      const rest = [...items]
      const taken = Math.min(count, rest.length)
      return Array.from({ length: taken }, () => rest.splice(int(0, rest.length - 1), 1)).flat()
    },
    logNormal: (median, sigma) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(sigma * normal)
    },
    fork: (sub) => createRandom(`${label}/${sub}`),
  }
}
