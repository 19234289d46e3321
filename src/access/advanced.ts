import type { ApiKey, Tier } from './keys.ts'

/** Advanced operations a UTC day by tier; -1 is unlimited (decisions part 3). */
const ADVANCED_BY_TIER: Record<Tier, number> = { Paid: 250, Site: 0, Internal: -1 }

/** Advanced operations a key may ask for a UTC day: its own limit, else its tier's. */
export const advancedLimitOf = ({ tier, advancedLimit }: ApiKey): number =>
  advancedLimit ?? ADVANCED_BY_TIER[tier]

/** Whether a key has Advanced operations at all; one without meets 403 AdvancedNotIncluded. */
export const hasAdvanced = (key: ApiKey): boolean => advancedLimitOf(key) !== 0
