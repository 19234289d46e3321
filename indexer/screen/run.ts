import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { takeDue } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'
import { takeLock } from '../store/sql.ts'
import { areKeysCurrent, askedKeys, storeKeys } from './keys.ts'
import { indexParties, type ListIndex } from './list-index.ts'
import { screen } from './match.ts'
import { readParties, readPartiesByKeys } from './read-lists.ts'
import { readScreened } from './read-organizations.ts'
import { type FoundMatch, writeMatches } from './write-matches.ts'

type ScreenResult = {
  /** Organizations whose matches differ from before. */
  changed: number
  /** The release minted for them; undefined when nothing differs. */
  release: string | undefined
}

/**
 * Screens organizations and the officers of their latest filings against the restriction lists, and
 * writes the matches that changed, in one transaction with the release it mints: `eins`, those that
 * are due, or all when left out. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function screenOrganizations(
  db: Postgres,
  given?: readonly string[] | 'due',
): Promise<ScreenResult> {
  return await db.transaction(async (session) => {
    // Two screenings at once would each undo the other's changes.
    await takeLock(session, 'screen')
    const eins = given === 'due' ? await takeDue(session, 'screen') : given
    if (eins?.length === 0) return { changed: 0, release: undefined }
    await session.query('set local jit = off')
    const changed = await writeMatches(session, await findMatches(session, eins), eins)
    if (changed.length === 0) return { changed: 0, release: undefined }
    const release = await mintRelease(session, 'resolve')
    await session.query(VERSIONS, [changed, release])
    return { changed: changed.length, release }
  })
}

const VERSIONS = `
  insert into screening_version (ein, release) select unnest($1::text[]), $2
  on conflict (ein) do update set release = excluded.release`

// For more organizations, so many parties are needed that reading all is faster.
const FEW = 2_000

// The whole sector has about ten thousand matches; organizations are read one at a time.
async function findMatches(
  session: Session,
  eins: readonly string[] | undefined,
): Promise<FoundMatch[]> {
  const index = await readIndex(session, eins)
  const found: FoundMatch[] = []
  for await (const organization of readScreened(session, eins)) {
    for (const match of screen(index, organization)) found.push({ ein: organization.ein, ...match })
  }
  return found
}

/**
 * Reads the parties that these organizations may match; when it reads all of them, also stores
 * their keys.
 */
async function readIndex(
  session: Session,
  eins: readonly string[] | undefined,
): Promise<ListIndex> {
  const isCurrent = eins !== undefined && (await areKeysCurrent(session))
  if (isCurrent && eins.length <= FEW) {
    return indexParties(await readPartiesByKeys(session, await readKeys(session, eins)))
  }
  const index = indexParties(await readParties(session))
  if (!isCurrent) await storeKeys(session, index)
  return index
}

async function readKeys(session: Session, eins: readonly string[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const organization of readScreened(session, eins)) {
    for (const key of askedKeys(organization)) keys.add(key)
  }
  return keys
}
