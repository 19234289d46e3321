import type { Postgres } from '#src/platform/clients/postgres.ts'
import { type MapAwardsResult, mapAwards } from '../awards/run.ts'
import { type DeriveOptions, deriveOutdated } from '../derive/run.ts'
import { type NetworkProgress, type NetworkResult, resolveNetwork } from '../network/run.ts'
import { isNetworkDue } from '../network/state.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'
import { screenOrganizations } from '../screen/run.ts'
import { analyzeChanged } from '../store/analyze.ts'
import { isDue } from '../store/due.ts'

export type ResolveWatch = {
  /** Called when there is something to resolve. */
  onBegin?: () => void
  onNetwork?: ((progress: NetworkProgress) => void) | undefined
}

export type Resolved = {
  /** The newest release; undefined when nothing changed. */
  release: string | undefined
  network: NetworkResult
  /** Pairs of UEI and EIN used and not used, of those that were judged. */
  mapping: MapAwardsResult['judged']
}

/**
 * Runs the steps that are due after a load or a derive, in order: resolve organizations, map awards
 * to them, screen them against the restriction lists, resolve the network. Each takes its marks, marks
 * what follows from it, and mints a release, in one transaction. Returns undefined when there was
 * nothing to do.
 */
export async function resolveDue(
  db: Postgres,
  { onBegin = () => {}, onNetwork }: ResolveWatch = {},
): Promise<Resolved | undefined> {
  const hasOrganizations = await isDue(db, 'resolve')
  const isNeeded = hasOrganizations || (await isDue(db, 'map', 'awards', 'screen'))
  if (!isNeeded && !(await isNetworkDue(db))) return undefined
  onBegin()
  await analyzeChanged(db)
  const resolved = hasOrganizations ? await resolveOrganizations(db, 'due') : undefined
  const mapped = await mapAwards(db, 'due')
  const screened = await screenOrganizations(db, 'due')
  const network = await resolveNetwork(db, { onProgress: onNetwork })
  // For the commands that follow.
  await analyzeChanged(db)
  const release = network.release ?? screened.release ?? mapped.release ?? resolved?.release
  if (release === undefined && network.rows === 0) return undefined
  return { release, network, mapping: mapped.judged }
}

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
