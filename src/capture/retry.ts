import type { Session } from '../clients/postgres.ts'
import { OperatorError } from '../errors.ts'
import { attempt } from './attempt.ts'
import type { Channel } from './channel.ts'

/** In a row: then the receiver is away, and each of the others would wait as long in vain. */
const MOST_FAILURES = 3

/**
 * Tells of these submissions now, one after the other, and returns what became of it as a
 * sentence. Throws OperatorError with that and the last reason when not all could be told of.
 */
export async function retryAll(db: Session, channel: Channel, ids: string[]): Promise<string> {
  const tally = { sent: 0, earlier: 0, another: 0 }
  const never = new AbortController().signal
  let failed = 0
  let inARow = 0
  let reason = ''
  for (const id of ids) {
    if (inARow >= MOST_FAILURES) break
    try {
      tally[await attempt(db, channel, id, never)] += 1
      inARow = 0
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      failed += 1
      inARow += 1
      reason = error.message
    }
  }
  const untried = ids.length - tally.sent - tally.earlier - tally.another - failed
  const told = describe([
    [tally.sent, 'told of'],
    [tally.earlier, 'told of earlier'],
    [tally.another, 'being told of by the service at this moment'],
    [failed, 'failed'],
    [untried, 'not tried'],
  ])
  if (failed > 0) throw new OperatorError(`${told} ${reason}`)
  return told
}

function describe(counts: [number, string][]): string {
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return shown.length > 0 ? `${shown.join(', ')}.` : 'Everything has been told of.'
}
