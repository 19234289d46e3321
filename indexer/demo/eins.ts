import type { Ein } from '#src/domain/ein.ts'
import type { Random } from './random.ts'

/** Prefixes the IRS never assigned: no demo organization can be taken for a real one. */
export const FICTIONAL_PREFIXES = [
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '70',
  '79',
  '89',
  '97',
] as const

/** An EIN no one in the demo has yet; it is added to those taken. */
export function drawEin(taken: Set<Ein>, random: Random): Ein {
  const ein = `${random.pick(FICTIONAL_PREFIXES)}${String(random.int(1_000_000, 9_999_999))}`
  if (taken.has(ein)) return drawEin(taken, random.fork('again'))
  taken.add(ein)
  return ein
}
