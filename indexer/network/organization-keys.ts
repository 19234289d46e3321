import { NAME_KEY_VERSION, toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { fillTable, onceForEach } from '../store/sql.ts'
import { openNetworkSql } from './state.ts'

const sql = openNetworkSql('020-keys')

// `analyze` samples 30,000 rows; a few hundred changes do not change a plan.
const MANY = 1_000

/**
 * Brings organization_key up to date: for organizations changed since
 * network_state.organizations_release and those marked for `network`, or for all when the keys
 * have another NAME_KEY_VERSION. Leaves the temporary tables `changed_key (key, state)` and
 * `changed_ein (ein)` with the rows added and removed. The caller holds the lock of the run and
 * writes network_state.
 */
export async function writeOrganizationKeys(session: Session) {
  const newest = 'select max(changed_release) from organization'
  const organizationsRelease = (await readValue<string>(session, newest)) ?? null
  await session.query(sql('key-due'), [await readKeptRelease(session)])
  await session.query('analyze key_due')
  await writeResolved(session)
  await session.query(sql('key-changes'))
  await session.query(sql('key-merge'))
  const changed = (await readValue<number>(session, 'select count(*) from key_change')) ?? 0
  // A load may change whole extracts, so the planner needs new statistics before recipients are
  // looked up.
  if (changed >= MANY) await session.query('analyze organization_key')
  return { organizationsRelease, changed }
}

/** Returns the release up to which the stored keys are current; null when all must be rebuilt. */
async function readKeptRelease(session: Session): Promise<string | null> {
  const sql = `select organizations_release from network_state
    where keys_version = $1 and exists (select from organization_key)`
  return (await readValue(session, sql, [NAME_KEY_VERSION])) ?? null
}

type Candidate = { ein: string; name: string; state: string; city: string; isMember: boolean }

/** Fills `resolved_key` with the keys of due organizations, one row per distinct key and place. */
async function writeResolved(session: Session): Promise<void> {
  const isNew = onceForEach()
  const columns = 'ein text, key text, state text, city text, is_member boolean'
  const table = { table: 'resolved_key', columns }
  await fillTable<Candidate>(session, table, sql('key-candidates'), (candidate) =>
    keysOf(candidate).filter((row) => isNew(candidate.ein, row.join('\t'))),
  )
}

// An index entry can have at most 2,700 bytes. The state of a recipient has two letters.
const LONGEST_STATE = 80

/** Returns rows of the name's keys; the words key is only used within a city. */
function keysOf({ ein, name, state, city, isMember }: Candidate) {
  const cityKey = toCityKey(city)
  const words = state !== '' && cityKey !== '' ? toWordsKey(name, city) : ''
  return [toNameKey(name), words]
    .filter((key) => key !== '')
    .map((key) => [ein, key, state.slice(0, LONGEST_STATE), cityKey, isMember])
}
