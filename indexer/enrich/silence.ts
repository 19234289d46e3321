import type { Candidate } from './due.ts'
import type { Outcome } from './outcome.ts'

/** The outcome of a website, for all organizations that file it, and when it was tried. */
export type Tried = { sharing: Candidate[]; outcome: Outcome; at: Date }

// One in ten filed websites is gone. If this many in a row do not respond and none does, our own
// connection is down. Websites that failed the last time do not count, because a run may have no
// others.
const OFFLINE_AFTER = 50

/**
 * The websites of a run that have not responded since the last one that did. They are not stored
 * until another one responds, because our own connection may be down; a run that stops before leaves
 * them due.
 */
export class Silence {
  #held: Tried[] = []
  #inARow = 0
  #isAnswered = false
  /** Whether our own connection is down: no website responded, or too many in a row did not. */
  isOffline = false

  add(tried: Tried): void {
    this.#held.push(tried)
    if (tried.sharing.every(({ failures }) => failures === 0)) this.#inARow += 1
    if (this.#inARow >= OFFLINE_AFTER) this.isOffline = true
  }

  /** Called when a website responded: returns those that failed by themselves, to be stored. */
  breakOff(): Tried[] {
    this.#isAnswered = true
    this.#inARow = 0
    return this.#held.splice(0)
  }

  /** Called at the end of a run: returns those that failed by themselves, to be stored. */
  end(): Tried[] {
    if (this.#held.length > 0 && !this.#isAnswered) this.isOffline = true
    return this.isOffline ? [] : this.#held.splice(0)
  }

  /** Counts organizations whose failure is not stored. */
  get forgiven(): number {
    return this.#held.reduce((sum, { sharing }) => sum + sharing.length, 0)
  }
}
