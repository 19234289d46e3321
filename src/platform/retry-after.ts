/**
 * Returns how many milliseconds a `Retry-After` header asks to wait, in seconds or until a date (RFC 9110,
 * 10.2.3); undefined if it is absent or malformed.
 */
export function retryAfterMs(text: string | null): number | undefined {
  if (!text) return undefined
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
