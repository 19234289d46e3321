// Only these failures may pass by themselves. Every other kind is a refusal by the site or by our
// rules, and is retried after a longer time.
const PASSING = new Set([
  'Dns',
  'Connection',
  'Timeout',
  'Tls',
  'Protocol',
  'Status',
  'RobotsUnread',
  'Unreadable',
])

/** Returns whether a failure of this kind may pass. */
export const isPassing = (kind: string): boolean => PASSING.has(kind)

/** Returns whether a status means "not now": too many requests, or an error of the server. */
export const isPassingStatus = (status: number): boolean => status === 429 || status >= 500
