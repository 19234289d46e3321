import type { Candidate } from './due.ts'
import type { Outcome } from './outcome.ts'

/** What a website came to, for all that file it, and when it was tried. */
export type Tried = { sharing: Candidate[]; outcome: Outcome; at: Date }

// One in ten filed websites is gone: so many in a row, and none that answers, is our own line. Those
// that failed the last time are not counted, as a run may have no others due.
const OFFLINE_AFTER = 50

/**
 * The websites of a run that were silent since one answered. They are not stored until then: the
 * silence may be our own, and a run that is killed or stopped meanwhile leaves them due as they were.
 */
export class Silence {
  #held: Tried[] = []
  #inARow = 0
  #isAnswered = false
  /** Whether it is our own line: nobody answered at all, or nobody of so many in a row. */
  isOffline = false

  add(tried: Tried): void {
    this.#held.push(tried)
    if (tried.sharing.every(({ failures }) => failures === 0)) this.#inARow += 1
    if (this.#inARow >= OFFLINE_AFTER) this.isOffline = true
  }

  /** A website answered: returns those that were silent themselves, to be stored. */
  breakOff(): Tried[] {
    this.#isAnswered = true
    this.#inARow = 0
    return this.#held.splice(0)
  }

  /** The run is at its end: returns those that were silent themselves, to be stored. */
  end(): Tried[] {
    if (this.#held.length > 0 && !this.#isAnswered) this.isOffline = true
    return this.isOffline ? [] : this.#held.splice(0)
  }

  /** Organizations whose silence is held against nobody. */
  get forgiven(): number {
    return this.#held.reduce((sum, { sharing }) => sum + sharing.length, 0)
  }
}
