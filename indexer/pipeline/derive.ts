import type { Postgres } from '#src/platform/clients/postgres.ts'
import { type DeriveOptions, deriveOutdated } from '../derive/run.ts'
import type { NetworkProgress } from '../network/run.ts'
import { type Resolved, resolveDue } from './resolve.ts'

type DeriveWatch = {
  /** Called when organizations are about to be resolved. */
  onResolve: () => void
  onNetwork?: (progress: NetworkProgress) => void
}

export type DeriveResult = {
  /** Filings derived. */
  derived: number
  /** Filings whose facts, contents, or edges changed. */
  changed: number
  /** The release minted for what changed. */
  release: string | undefined
  /** Undefined when there was nothing to resolve. */
  network: Resolved['network'] | undefined
}

/**
 * Derives every filing of a lower version again, then resolves what is due. Throws ApiError
 * StoreUnavailable.
 */
export async function deriveWaiting(
  db: Postgres,
  options: DeriveOptions & DeriveWatch,
): Promise<DeriveResult> {
  const outcome = await deriveOutdated(db, options)
  const { onResolve, onNetwork } = options
  const resolved = await resolveDue(db, { onBegin: onResolve, onNetwork })
  return { ...outcome, release: resolved?.release, network: resolved?.network }
}
