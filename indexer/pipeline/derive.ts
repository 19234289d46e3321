import type { Postgres } from '#src/platform/clients/postgres.ts'
import { type DeriveOptions, deriveOutdated } from '../derive/run.ts'
import { type NetworkProgress, type NetworkResult, resolveNetwork } from '../network/run.ts'
import { resolveDerived } from './resolve.ts'

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
  network: NetworkResult
}

/**
 * Derives every filing of a lower version again, then resolves the organizations whose filings
 * changed, and the network. Throws ApiError StoreUnavailable.
 */
export async function deriveWaiting(
  db: Postgres,
  options: DeriveOptions & DeriveWatch,
): Promise<DeriveResult> {
  const outcome = await deriveOutdated(db, options)
  const release = await resolveDerived(db, outcome.changed > 0, options.onResolve)
  const network = await resolveNetwork(db, { onProgress: options.onNetwork })
  return { ...outcome, release: network.release ?? release, network }
}
