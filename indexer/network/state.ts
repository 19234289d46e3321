import type { Session } from '#src/clients/postgres.ts'
import { NAME_KEY_VERSION } from '#src/domain/name-keys.ts'

/**
 * Raised when the rules by which recipients are found, or by which edges are put together, give
 * something else for the same rows: the next run then resolves everything anew.
 */
export const NETWORK_VERSION = 1

/** What edges were last resolved by. */
export type NetworkState = {
  /** Newest release of the organizations that were known. */
  organizationsRelease: string | null
  /** False when keys or rules are of another version. */
  isOfThisVersion: boolean
}

const STATE = `
  select organizations_release as "organizationsRelease",
    keys_version = $1 and network_version = $2 as "isOfThisVersion"
  from network_state`

/** What edges were last resolved by; undefined before the first run. */
export async function readNetworkState(session: Session): Promise<NetworkState | undefined> {
  const [state] = await session.query<NetworkState>(STATE, [NAME_KEY_VERSION, NETWORK_VERSION])
  return state
}

// Only loads and resolving change filings and organizations; a rating does not.
const DUE = `
  select exists (select from network_due)
    or not exists (
      select from network_state where keys_version = $1 and network_version = $2)
    or exists (
      select from release
      where cause in ('load', 'resolve')
        and id > coalesce((select release from network_state), '')) as "isDue"`

/**
 * Whether a run may have something to do: filings are marked, organizations may have changed, or
 * the rules have. Takes milliseconds.
 */
export async function isNetworkDue(session: Pick<Session, 'query'>): Promise<boolean> {
  const [row] = await session.query<{ isDue: boolean }>(DUE, [NAME_KEY_VERSION, NETWORK_VERSION])
  return row?.isDue ?? true
}

const WRITE = `
  insert into network_state (organizations_release, keys_version, network_version, release)
  values ($1, $2, $3, $4)
  on conflict (only_one) do update set organizations_release = excluded.organizations_release,
    keys_version = excluded.keys_version, network_version = excluded.network_version,
    release = excluded.release`

/** Puts down by what edges are resolved now, and the newest release that was seen. */
export async function writeNetworkState(
  session: Session,
  organizationsRelease: string | null,
  release: string | null,
): Promise<void> {
  await session.query(WRITE, [organizationsRelease, NAME_KEY_VERSION, NETWORK_VERSION, release])
}

/** Funders that wait for the next run, as far as their filings are marked. */
export async function countNetworkDue(session: Pick<Session, 'query'>): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    'select count(distinct ein) from network_due',
  )
  return row?.count ?? 0
}

/** Has the next run make all of the network anew: names of organizations, and edges. */
export async function makeAllDue(session: Pick<Session, 'query'>): Promise<void> {
  await session.query('update network_state set keys_version = 0, network_version = 0')
}
