import type { Session } from '#src/platform/clients/postgres.ts'
import type { ScreeningMatch } from '#src/rating/restriction.ts'

export type FoundMatch = ScreeningMatch & { ein: string }

// About 600 bytes each, so a statement has about a megabyte.
const BATCH = 2_000

const INSERT = `
  insert into screening_found
  select ein, list, entry, subject, "subjectName", "subjectRef", "listedName", method, agreed,
    status, programs, ref
  from jsonb_to_recordset($1::jsonb) as found (ein text, list text, entry text, subject text,
    "subjectName" text, "subjectRef" text, "listedName" text, method text, agreed text[],
    status text, programs text[], ref text)`

// Unchanged rows are not written: most screenings change nothing.
const REMOVE = `
  delete from screening_match as known
  where ($1::text[] is null or ein = any($1))
    and not exists (select * from screening_found as found
      where found.ein = known.ein and row(found.*) = row(known.*))
  returning ein`
const ADD = `
  insert into screening_match
  select * from screening_found
  except
  select * from screening_match
  returning ein`

/**
 * Replaces the stored matches of the screened organizations (all when `eins` is undefined) by those
 * found. Returns the organizations whose matches changed.
 */
export async function writeMatches(
  session: Session,
  matches: readonly FoundMatch[],
  eins: readonly string[] | undefined,
): Promise<string[]> {
  await session.query(
    'create temporary table screening_found (like screening_match) on commit drop',
  )
  for (let from = 0; from < matches.length; from += BATCH) {
    await session.query(INSERT, [JSON.stringify(matches.slice(from, from + BATCH))])
  }
  await session.query('analyze screening_found')
  const gone = await session.query<{ ein: string }>(REMOVE, [eins ? [...eins] : null])
  const added = await session.query<{ ein: string }>(ADD)
  return [...new Set([...gone, ...added].map(({ ein }) => ein))]
}
