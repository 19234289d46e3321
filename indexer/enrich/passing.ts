// Of all that can go wrong only this passes by itself. What is not listed is a no of the site or of
// our rules, which is asked again seldom.
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

/** Whether a failure of this kind may be over the next time. */
export const isPassing = (kind: string): boolean => PASSING.has(kind)

/** Whether a status says no more than "not now": too many of us, or an error of the server. */
export const isPassingStatus = (status: number): boolean => status === 429 || status >= 500
