import { NAME_KEY_VERSION } from '#src/domain/name-keys.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { openSql } from '../store/sql.ts'

/** Columns of filed_edge that a run reads, and those of network_edge besides its key. */
const FILED = `object_id ordinal category path name name_key words_key ein is_ein_related street city
  city_key state zip country region amount`
const EDGE = `recipient_ein name city state country region amount amounts uncounted_amount count
  tax_year object_id match_method match_confidence paths`

/** Opens one of the SQL files of the network. */
export const openNetworkSql = (name: string) =>
  openSql(new URL(`./sql/${name}.sql`, import.meta.url), {
    filed: FILED.split(/\s+/),
    edge: EDGE.split(/\s+/),
  })

/**
 * Raised when the rules that find recipients or build edges produce another result for the same
 * rows. The next run then resolves everything again.
 */
const NETWORK_VERSION = 3

/** The versions and the release of the last run. */
export type NetworkState = {
  /** The newest release of organizations that the last run read. */
  organizationsRelease: string | null
  /** False when keys or rules have another version. */
  isOfThisVersion: boolean
}

const STATE = `
  select organizations_release as "organizationsRelease",
    keys_version = $1 and network_version = $2 as "isOfThisVersion"
  from network_state`

/** Reads the state of the last run; undefined before the first. */
export async function readNetworkState(session: Session): Promise<NetworkState | undefined> {
  const [state] = await session.query<NetworkState>(STATE, [NAME_KEY_VERSION, NETWORK_VERSION])
  return state
}

// Only loads and resolves change filings and organizations; ratings do not.
const DUE = `
  select exists (select from due where step = 'network')
    or not exists (
      select from network_state where keys_version = $1 and network_version = $2)
    or exists (
      select from release
      where cause in ('load', 'resolve')
        and id > coalesce((select release from network_state), ''))`

/**
 * Returns whether a run may have work: filings are marked, organizations may have changed, or the
 * rules have. Takes milliseconds.
 */
export async function isNetworkDue(session: Pick<Session, 'query'>): Promise<boolean> {
  return (await readValue(session, DUE, [NAME_KEY_VERSION, NETWORK_VERSION])) ?? true
}

const WRITE = `
  insert into network_state (organizations_release, keys_version, network_version, release)
  values ($1, $2, $3, $4)
  on conflict (only_one) do update set organizations_release = excluded.organizations_release,
    keys_version = excluded.keys_version, network_version = excluded.network_version,
    release = excluded.release`

/** Stores the versions of this run and the newest release it saw. */
export async function writeNetworkState(
  session: Session,
  organizationsRelease: string | null,
  release: string | null,
): Promise<void> {
  await session.query(WRITE, [organizationsRelease, NAME_KEY_VERSION, NETWORK_VERSION, release])
}

/** Counts the funders marked for the next run. */
export async function countNetworkDue(session: Pick<Session, 'query'>): Promise<number> {
  const sql = "select count(distinct key) from due where step = 'network'"
  return (await readValue(session, sql)) ?? 0
}

/** Makes the next run rebuild the names of organizations and all edges. */
export async function makeAllDue(session: Pick<Session, 'query'>): Promise<void> {
  await session.query('update network_state set keys_version = 0, network_version = 0')
}
