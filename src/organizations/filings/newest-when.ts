import type { FilingSummary } from '../organization.ts'

/** From a day on, the filing that told the newest year of an organization. */
export type NewestFrom = { from: string; filing: FilingSummary }

/**
 * Which filing was the newest one from which day on: that of the latest period among those received
 * by then, an amended one in place of what it amends. Newest first; excluded filings and those without
 * a day of receipt are left out, and so are those of years that were known already.
 */
export function newestWhen(filings: readonly FilingSummary[]): NewestFrom[] {
  const received = filings
    .filter(({ exclusion }) => exclusion === null)
    .flatMap((filing) => (filing.receivedOn === null ? [] : [{ from: filing.receivedOn, filing }]))
    .sort((a, b) => compare(keyOf(a), keyOf(b)))
  const told: NewestFrom[] = []
  for (const one of received) {
    const last = told.at(-1)
    if (last && one.filing.taxPeriodEnd < last.filing.taxPeriodEnd) continue
    told.push(one)
  }
  return told.reverse()
}

// On one day the earlier period first, so that the later one is what was newest from then on.
const keyOf = ({ from, filing }: NewestFrom): string =>
  `${from} ${filing.taxPeriodEnd} ${filing.isCurrent ? 1 : 0} ${filing.objectId}`
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
