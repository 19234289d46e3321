import type { Session } from '#src/clients/postgres.ts'
import { NAME_KEY_VERSION, toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { readSql } from './sql.ts'

export type OrganizationKeysResult = {
  /** Newest release of the organizations that organization_key is now of; null without any. */
  organizationsRelease: string | null
  /** Rows added and removed. */
  changed: number
}

// To analyze reads 30,000 rows wherever they lie; some hundred more or less change no plan.
const MANY = 1_000

/** The questions that compare the keys made with those stored; each fills the table of its name. */
const CHANGES = ['key-change', 'changed-key', 'changed-ein'] as const

/**
 * Brings organization_key up to the organizations: those changed since
 * network_state.organizations_release and those marked in network_due, or all where the keys are of
 * another NAME_KEY_VERSION. Leaves the temporary tables `changed_key (key, state)` and
 * `changed_ein (ein)` with whatever rows were added or removed. To be called within a transaction that
 * no other run shares the table with; the caller writes network_state.
 */
export async function writeOrganizationKeys(session: Session): Promise<OrganizationKeysResult> {
  const organizationsRelease = await readRelease(session)
  await session.query(readSql('key-due'), [await readKeptRelease(session)])
  await session.query('analyze key_due')
  await writeResolved(session)
  for (const step of CHANGES) await session.query(readSql(step))
  await session.query('analyze key_change')
  await session.query(readSql('key-remove'))
  await session.query(readSql('key-add'))
  const [counted] = await session.query<{ changed: number }>(
    'select count(*)::int as changed from key_change',
  )
  const changed = counted?.changed ?? 0
  // Whole extracts come and go at once; the planner must know before recipients are looked for.
  if (changed >= MANY) await session.query('analyze organization_key')
  return { organizationsRelease, changed }
}

async function readRelease(session: Session): Promise<string | null> {
  const [row] = await session.query<{ release: string | null }>(
    'select max(changed_release) as release from organization',
  )
  return row?.release ?? null
}

/** The release up to which the stored keys are kept; null where all are to be made anew. */
async function readKeptRelease(session: Session): Promise<string | null> {
  const [state] = await session.query<{ release: string | null }>(
    `select organizations_release as release from network_state
     where keys_version = $1 and exists (select from organization_key)`,
    [NAME_KEY_VERSION],
  )
  return state?.release ?? null
}

type Candidate = { ein: string; name: string; state: string; city: string; isMember: boolean }

/** Fills `resolved_key` with the keys of due organizations. */
async function writeResolved(session: Session): Promise<void> {
  await session.query(
    `create temporary table resolved_key (
       ein text, key text, state text, city text, is_member boolean) on commit drop`,
  )
  const toLines = distinctKeys()
  for await (const batch of candidates(session)) {
    const stream = session.copyFrom('copy resolved_key from stdin')
    await copyLines(stream, toLines(batch))
  }
  await session.query('analyze resolved_key')
}

/** In batches by a cursor of SQL, since the connection copies between two of them. */
async function* candidates(session: Session): AsyncGenerator<Candidate[]> {
  // Every row is fetched: the planner must not choose what is quickest to the first ones.
  await session.query('set local cursor_tuple_fraction = 1')
  await session.query(`declare key_candidate no scroll cursor for ${readSql('key-candidates')}`)
  for (;;) {
    const batch = await session.query<Candidate>('fetch 5000 from key_candidate')
    if (batch.length === 0) break
    yield batch
  }
  await session.query('close key_candidate')
}

/** Passes on, as lines to copy, each key and place of an organization once; one may go over batches. */
function distinctKeys(): (batch: Candidate[]) => string[] {
  let current = ''
  let seen = new Set<string>()
  return (batch) =>
    batch.flatMap((candidate) => {
      if (candidate.ein !== current) {
        current = candidate.ein
        seen = new Set()
      }
      const lines = linesOf(candidate).filter((line) => !seen.has(line))
      for (const line of lines) seen.add(line)
      return lines
    })
}

// The index on keys takes 2,700 bytes. The state of a recipient has two letters.
const LONGEST_STATE = 80

/** By its words a name is looked for within a city alone. */
function linesOf({ ein, name, state, city, isMember }: Candidate): string[] {
  const cityKey = toCityKey(city)
  const words = state !== '' && cityKey !== '' ? toWordsKey(name, city) : ''
  return [toNameKey(name), words]
    .filter((key) => key !== '')
    .map((key) => toCopyLine([ein, key, state.slice(0, LONGEST_STATE), cityKey, isMember]))
}
