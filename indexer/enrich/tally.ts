import type { Outcome } from './outcome.ts'

/** Why websites were not read. */
export type Reason = { state: 'Refused' | 'Failed'; kind: string; count: number }

/** Organizations by what trying their websites came to. */
export type Tally = {
  enriched: number
  /** Of those enriched and refused, those that show something else than before. */
  changed: number
  refused: number
  failed: number
  reasons: Reason[]
}

export const newTally = (): Tally => ({
  enriched: 0,
  changed: 0,
  refused: 0,
  failed: 0,
  reasons: [],
})

/** Counts one organization's outcome. */
export function count(tally: Tally, outcome: Outcome, isChanged: boolean): void {
  if (isChanged) tally.changed += 1
  if (outcome.state === 'Enriched') {
    tally.enriched += 1
    return
  }
  const { state, kind } = outcome
  if (state === 'Refused') tally.refused += 1
  else tally.failed += 1
  const reason = tally.reasons.find((one) => one.kind === kind)
  if (reason) reason.count += 1
  else tally.reasons.push({ state, kind, count: 1 })
}
