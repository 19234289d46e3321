import { type Allowance, isUnlimited } from './allowances.ts'
import { secondsLeft } from './utc-day.ts'

const NAMES: Record<Allowance, string> = { Data: '"data"', Advanced: '"advanced"' }
const DAY_SECONDS = 86_400

/**
 * `RateLimit-Policy` and `RateLimit` as structured fields (IETF draft "RateLimit header fields for
 * HTTP", draft-ietf-httpapi-ratelimit-headers): quota and window of the policy, what remains of it
 * and seconds until it is whole again. None for an unlimited allowance.
 */
export function rateLimitHeaders(
  allowance: Allowance,
  { limit, used, now }: { limit: number; used: number; now: Date },
): Record<string, string> {
  if (isUnlimited(limit)) return {}
  const name = NAMES[allowance]
  return {
    'RateLimit-Policy': `${name};q=${limit};w=${DAY_SECONDS}`,
    RateLimit: `${name};r=${Math.max(0, limit - used)};t=${secondsLeft(now)}`,
  }
}
