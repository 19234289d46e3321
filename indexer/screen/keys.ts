import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { type ListIndex, type ListLookup, LOOKUPS } from './list-index.ts'
import type { ScreenedOrganization } from './listed-party.ts'
import { screen } from './match.ts'

/** Raised when a name gets different keys; a test checks this. */
export const KEYS_VERSION = 'keys-2'

/** Returns the kind and key as stored. */
const storedKey = (kind: string, key: string): string => `${kind} ${key}`

/** Yields every key of an index with its party, as COPY lines. */
function* keyLines(index: ListIndex): Generator<string> {
  for (const [kind, byKey] of Object.entries(index)) {
    for (const [key, found] of byKey) {
      for (const one of found) {
        const { list, entry } = 'party' in one ? one.party : one
        yield toCopyLine([storedKey(kind, key), list, entry])
      }
    }
  }
}

/**
 * Returns the stored keys that screening an organization looks up, found by screening it against an
 * empty list.
 */
export function askedKeys(organization: ScreenedOrganization): string[] {
  const asked: string[] = []
  const noting = (kind: keyof ListIndex) => ({
    get(key: string): undefined {
      asked.push(storedKey(kind, key))
    },
  })
  const empty = Object.fromEntries(LOOKUPS.map((kind) => [kind, noting(kind)]))
  screen(empty as ListLookup, organization)
  return asked
}

// Every load of a list changes its source.
const LISTS = `
  select $1 || ' ' || md5(coalesce(string_agg(list::text, ',' order by name, part), '')) as lists
  from restricted_list as list`

/** Returns whether the stored keys are those of the current lists. */
export async function areKeysCurrent(session: Session): Promise<boolean> {
  const current = await session.query(`select from screening_key_source where lists = (${LISTS})`, [
    KEYS_VERSION,
  ])
  return current.length > 0
}

/** Replaces the stored keys by those of all parties. */
export async function storeKeys(session: Session, index: ListIndex): Promise<void> {
  await session.query('truncate screening_key, screening_key_source')
  await copyLines(session.copyFrom('copy screening_key from stdin'), keyLines(index))
  await session.query(`insert into screening_key_source ${LISTS}`, [KEYS_VERSION])
  await session.query('analyze screening_key')
}
