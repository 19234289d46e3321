import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import {
  GIANT_BYTES,
  type StoreLost,
  type Turn,
  takeTurn,
  withWorkerStore,
} from '../store/workers.ts'
import { type Claimed, claim, deriveFilings, markOrganizations, type Outcome } from './batch.ts'

export type DeriveTask = { url: string; ca: string | undefined; ids: string[]; turn: Turn }

export type DeriveOutcome = Outcome | StoreLost

/** Derives a batch of filings in this worker thread. */
export default (task: DeriveTask): Promise<DeriveOutcome> =>
  withWorkerStore(task, (db) => deriveBatch(db, task))

/** Derives a batch of filings in the calling thread, in one transaction. */
export const deriveBatch = (
  db: Postgres,
  { ids, turn }: Pick<DeriveTask, 'ids' | 'turn'>,
): Promise<Outcome> => db.transaction((session) => deriveAll(session, ids, turn))

// In packed bytes; a return has about eight times as many as JSON.
const MAX_AT_ONCE = 2 << 20

async function deriveAll(session: Session, ids: string[], turn: Turn): Promise<Outcome> {
  const outcome = { derived: 0, changed: 0 }
  const eins = new Set<string>()
  for (const portion of portionsOf(await claim(session, ids))) {
    const isGiant = portion.some(({ bytes }) => bytes > GIANT_BYTES)
    const endTurn = isGiant ? await takeTurn(turn) : undefined
    try {
      const done = await deriveFilings(session, portion)
      outcome.derived += done.derived
      outcome.changed += done.changed
      for (const ein of done.eins) eins.add(ein)
    } finally {
      endTurn?.()
    }
  }
  await markOrganizations(session, [...eins])
  return outcome
}

/** Divides filings into portions that fit into memory; a larger filing is a portion of its own. */
function portionsOf(filings: readonly Claimed[]): Claimed[][] {
  const portions: Claimed[][] = []
  let room = 0
  for (const filing of filings) {
    if (filing.bytes > room || portions.length === 0) {
      portions.push([])
      room = MAX_AT_ONCE
    }
    portions.at(-1)?.push(filing)
    room -= filing.bytes
  }
  return portions
}
