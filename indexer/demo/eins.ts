import { type Ein, FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import type { Random } from './random.ts'

export { FICTIONAL_PREFIXES }

/** An EIN no one in the demo has yet; it is added to those taken. */
export function drawEin(taken: Set<Ein>, random: Random): Ein {
  const ein = `${random.pick(FICTIONAL_PREFIXES)}${String(random.int(1_000_000, 9_999_999))}`
  if (taken.has(ein)) return drawEin(taken, random.fork('again'))
  taken.add(ein)
  return ein
}
