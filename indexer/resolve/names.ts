import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { fetchBatches, openSql } from '../store/sql.ts'

const sql = openSql(new URL('./sql/040-names.sql', import.meta.url))

type Candidate = { ein: string; current: string; kind: string; name: string; ref: string }

/**
 * Fills the temporary table `resolved_name` with the other names of the selected organizations. A
 * name that compares equal to the current one, or to a more trusted one, is left out.
 */
export async function writeNames(session: Session): Promise<void> {
  await session.query(
    `create temporary table resolved_name (ein text, kind text, name text, ref text)
     on commit drop`,
  )
  const addDistinct = distinctNames()
  const batches = fetchBatches<Candidate>(session, 'candidate', sql('name-candidates'))
  for await (const batch of batches) {
    const stream = session.copyFrom('copy resolved_name (ein, kind, name, ref) from stdin')
    await copyLines(stream, addDistinct(batch))
  }
  await session.query('analyze resolved_name')
}

/** Returns COPY lines, one per distinct name. An organization may continue in the next batch. */
function distinctNames(): (batch: Candidate[]) => string[] {
  let ein = ''
  let seen = new Set<string>()
  return (batch) =>
    batch.flatMap((candidate) => {
      if (candidate.ein !== ein) {
        ein = candidate.ein
        seen = new Set(['', normalizeName(candidate.current)])
      }
      // The name is part of the table's key, which can have at most 2,700 bytes.
      const name = cutShort(candidate.name, SHOWN_NAME_LENGTH)
      const key = normalizeName(name)
      if (seen.has(key)) return []
      seen.add(key)
      return [toCopyLine([ein, candidate.kind, name, candidate.ref])]
    })
}
