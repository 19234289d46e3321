import { createPostgres, type Postgres, type Session } from '#src/clients/postgres.ts'
import { ApiError } from '#src/errors.ts'
import { type Turn, takeTurn } from '../load/turn.ts'
import { type Claimed, claim, deriveFilings, markOrganizations, type Outcome } from './batch.ts'

export type DeriveTask = { url: string; ca: string | undefined; ids: string[]; turn: Turn }

/** What became of a batch. Errors lose their class between threads, hence the store's own case. */
export type DeriveOutcome = Outcome | { storeAway: string }

// One connection a thread, opened with the first task.
let db: Postgres | undefined

/** Derives a batch of filings in this thread, in one transaction. */
export default async function deriveBatch(task: DeriveTask): Promise<DeriveOutcome> {
  const { url, ca, ids, turn } = task
  db ??= createPostgres({ url, ca, maxConnections: 1, statementTimeoutMs: 0 })
  try {
    return await db.transaction((session) => deriveAll(session, ids, turn))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'StoreUnavailable') throw error
    const { cause } = error.details
    return { storeAway: cause instanceof Error ? cause.message : error.message }
  }
}

// In the store's compressed bytes, of which a return has some eight times as many as JSON.
const MOST_AT_ONCE = 2 << 20
// Threads read returns above this one after the other, so that two giants never share the memory.
const GIANT = 4 << 20

async function deriveAll(session: Session, ids: string[], turn: Turn): Promise<Outcome> {
  const outcome = { derived: 0, changed: 0 }
  const eins = new Set<string>()
  for (const portion of portionsOf(await claim(session, ids))) {
    const isGiant = portion.some(({ bytes }) => bytes > GIANT)
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

/** The filings in portions that fit into memory; one that is larger is alone. */
function portionsOf(filings: readonly Claimed[]): Claimed[][] {
  const portions: Claimed[][] = []
  let room = 0
  for (const filing of filings) {
    if (filing.bytes > room || portions.length === 0) {
      portions.push([])
      room = MOST_AT_ONCE
    }
    portions.at(-1)?.push(filing)
    room -= filing.bytes
  }
  return portions
}
