import type { Session } from '#src/clients/postgres.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { normalizeName } from '#src/domain/names.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { readSql } from './sql.ts'

type Candidate = { ein: string; current: string; kind: string; name: string; ref: string }

/**
 * Fills the session's table `resolved_name` with every other name of the wanted organizations
 * that differs from the current one, and from those of higher trust, as names are compared.
 */
export async function writeNames(session: Session): Promise<void> {
  await session.query(
    `create temporary table resolved_name (ein text, kind text, name text, ref text)
     on commit drop`,
  )
  const addDistinct = distinctNames()
  for await (const batch of candidates(session)) {
    const stream = session.copyFrom('copy resolved_name (ein, kind, name, ref) from stdin')
    await copyLines(stream, addDistinct(batch))
  }
  await session.query('analyze resolved_name')
}

/**
 * The candidates in batches, so that the names of millions are never all in memory. A cursor of
 * SQL, since the connection must be free for copying between two batches.
 */
async function* candidates(session: Session): AsyncGenerator<Candidate[]> {
  // Every row is fetched: the planner must not choose what is quickest to the first ones.
  await session.query('set local cursor_tuple_fraction = 1')
  await session.query(`declare candidate no scroll cursor for ${readSql('name-candidates')}`)
  for (;;) {
    const batch = await session.query<Candidate>('fetch 5000 from candidate')
    if (batch.length === 0) break
    yield batch
  }
  await session.query('close candidate')
}

/** Passes on, as lines to copy, each name of an organization once; one may go over batches. */
function distinctNames(): (batch: Candidate[]) => string[] {
  let ein = ''
  let seen = new Set<string>()
  return (batch) =>
    batch.flatMap((candidate) => {
      if (candidate.ein !== ein) {
        ein = candidate.ein
        seen = new Set(['', normalizeName(candidate.current)])
      }
      // The name is part of the table's key, which takes 2,700 bytes.
      const name = cutShort(candidate.name, SHOWN_NAME_LENGTH)
      const key = normalizeName(name)
      if (seen.has(key)) return []
      seen.add(key)
      return [toCopyLine([ein, candidate.kind, name, candidate.ref])]
    })
}
