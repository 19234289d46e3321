import type { Session } from '#src/clients/postgres.ts'
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
  const lines: string[] = []
  let ein = ''
  let seen = new Set<string>()
  for await (const batch of session.stream<Candidate>(readSql('name-candidates'), [], 5_000)) {
    for (const candidate of batch) {
      if (candidate.ein !== ein) {
        ein = candidate.ein
        seen = new Set(['', normalizeName(candidate.current)])
      }
      const key = normalizeName(candidate.name)
      if (seen.has(key)) continue
      seen.add(key)
      lines.push(toCopyLine([ein, candidate.kind, candidate.name, candidate.ref]))
    }
  }
  const stream = session.copyFrom('copy resolved_name (ein, kind, name, ref) from stdin')
  await copyLines(stream, lines)
  await session.query('analyze resolved_name')
}
