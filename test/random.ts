import { createHash } from 'node:crypto'
import fc from 'fast-check'

/** Seed of every random test: fixed, unless TEST_SEED sets another. */
export const SEED = Number(process.env.TEST_SEED ?? 990)

/** True for `npm run test:all`, which covers everything instead of a sample. */
export const TAKES_ALL = process.env.TEST_ALL !== undefined

fc.configureGlobal({ seed: SEED })

export { fc }

export type Random = ReturnType<typeof createRandom>

/** Repeatable draws: the same label gives the same ones. */
export function createRandom(label: string) {
  let drawn = 0
  const next = () =>
    createHash('md5').update(`${label} ${drawn++}`).digest().readUInt32LE() / 2 ** 32
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]) => items[int(0, items.length - 1)] as T,
    sample: <T>(items: readonly T[], count: number) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ item }) => item),
  }
}
