import { DERIVED_VERSION } from '../domain/facts/derived-version.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
import { runScript } from './child.ts'

/**
 * Derives again the filings that an earlier version loaded, in a process beside the running service.
 * After a failure the next start continues.
 */
export async function deriveFilings(
  db: Pick<Postgres, 'query'>,
  stop: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    if (!(await anyWaits(db))) return
    console.log('Deriving the filings of an earlier version anew, beside the service:')
    await runScript('indexer/cli.ts', ['derive'], stop)
  } catch (error) {
    if (!stop.aborted) onFailure(error)
  }
}

async function anyWaits(db: Pick<Postgres, 'query'>): Promise<boolean> {
  const [row] = await db.query<{ waits: boolean }>(
    'select exists (select from filing where derived_version < $1) as waits',
    [DERIVED_VERSION],
  )
  return row?.waits ?? false
}
