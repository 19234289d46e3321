import type { ErrorCode } from '../errors.ts'
import type { KeyLimits, Tier } from './keys.ts'

export type Allowance = 'Data' | 'Advanced'

/** What of a key decides its limits. */
export type Limited = KeyLimits & { tier: Tier }

const UNLIMITED = -1

/** Requests a UTC day by tier (decisions part 3); -1 is unlimited. */
const BY_TIER: Record<Tier, Record<Allowance, number>> = {
  Paid: { Data: 100_000, Advanced: 250 },
  Site: { Data: 1_000_000, Advanced: 0 },
  Internal: { Data: UNLIMITED, Advanced: UNLIMITED },
}
/** Without a key: data reads a UTC day for one client (decisions part 3). */
const WITHOUT_KEY: Record<Allowance, number> = { Data: 1_000, Advanced: 0 }

/**
 * Requests a client has a UTC day, -1 for no limit: the key's own limit, else its tier's; null is a
 * client without a key.
 */
export function limitOf(key: Limited | null, allowance: Allowance): number {
  if (key === null) return WITHOUT_KEY[allowance]
  const own = allowance === 'Data' ? key.dataLimit : key.advancedLimit
  return own ?? BY_TIER[key.tier][allowance]
}

/** Whether a limit of `limitOf` is none. */
export const isUnlimited = (limit: number): boolean => limit < 0

/** Whether a key has Advanced operations at all; one without meets 403 AdvancedNotIncluded. */
export const hasAdvanced = (key: Limited): boolean => limitOf(key, 'Advanced') !== 0

/** What a client is told whose allowance is used up. */
export const EXHAUSTED: Record<Allowance, ErrorCode> = {
  Data: 'DataAllowanceExhausted',
  Advanced: 'AdvancedAllowanceExhausted',
}
