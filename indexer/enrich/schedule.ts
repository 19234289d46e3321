import type { Outcome } from './outcome.ts'

const DAY_MS = 86_400_000

// Home pages change with an organization's year: campaigns, reports, a new board. Four visits in it
// find what is new within a quarter and cost a site next to nothing.
const READ_AGAIN_DAYS = 90
// Robots.txt and what a filed address leads to change as seldom as pages do.
const REFUSED_AGAIN_DAYS = 90
// Most failures are over the next day (a deploy, a certificate that ran out); then each wait is
// twice the last one, so that a host that is gone costs seven tries in its first half year.
const FIRST_RETRY_DAYS = 1

/** When a website is tried again; `failures` counts those in a row, this one among them. */
export function nextTry(now: Date, outcome: Outcome['state'], failures: number): Date {
  const retry = Math.min(FIRST_RETRY_DAYS * 2 ** Math.max(0, failures - 1), READ_AGAIN_DAYS)
  const days = { Enriched: READ_AGAIN_DAYS, Refused: REFUSED_AGAIN_DAYS, Failed: retry }[outcome]
  return new Date(now.getTime() + days * DAY_MS)
}
