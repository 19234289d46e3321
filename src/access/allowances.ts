import type { ErrorCode } from '../platform/errors.ts'
import type { KeyLimits, Tier } from './keys.ts'
import type { Allowance, Used } from './usage.ts'

/** The part of a key that decides its limits. */
export type Limited = KeyLimits & { tier: Tier }

const UNLIMITED = -1

/** Requests per UTC day, by tier (docs/running/keys.md). */
const BY_TIER: Record<Tier, Used> = {
  Paid: { Data: 100_000, Advanced: 250 },
  Site: { Data: 1_000_000, Advanced: 0 },
  Internal: { Data: UNLIMITED, Advanced: UNLIMITED },
}
/** Requests per UTC day of a client without a key. */
const WITHOUT_KEY: Record<Allowance, number> = { Data: 1_000, Advanced: 0, Pages: 10_000 }

/** Answers of a language model per UTC day on the website, for each address. */
export const MODEL_ANSWERS = 20

/**
 * Returns the requests a client has per UTC day, -1 for unlimited: the key's own limit, otherwise
 * its tier's. A null key is a client without one. With a key, pages count as data reads.
 */
export function limitOf(key: Limited | null, allowance: Allowance): number {
  if (key === null) return WITHOUT_KEY[allowance]
  if (allowance === 'Advanced') return key.advancedLimit ?? BY_TIER[key.tier].Advanced
  return key.dataLimit ?? BY_TIER[key.tier].Data
}

/** Returns whether `limitOf` returned no limit. */
export const isUnlimited = (limit: number): boolean => limit < 0

/**
 * Returns whether a key has any Advanced operations; without them, they return 403
 * AdvancedNotIncluded.
 */
export const hasAdvanced = (key: Limited): boolean => limitOf(key, 'Advanced') !== 0

/** The error of a used-up allowance. */
export const EXHAUSTED: Record<Allowance, ErrorCode> = {
  Data: 'DataAllowanceExhausted',
  Advanced: 'AdvancedAllowanceExhausted',
  Pages: 'PageAllowanceExhausted',
}
