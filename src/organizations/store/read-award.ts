import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { AwardSource } from '../evidence/evidence-ref.ts'

type Listing = { number: string; title?: string | null }

/** A row of table award or subaward by its columns' names. */
export type StoredAward = {
  row: Record<string, string | number | boolean | Listing[] | null>
  source: AwardSource
}

const sqlOf = (kind: 'award' | 'subaward'): string => `
  select to_jsonb(given) as row,
    json_build_object('asOf', to_char(as_of, 'YYYY-MM'), 'file', source_file, 'row', source_row)
      as source
  from ${kind} as given
  where ${kind}_key = $1 and recipient_uei in (
    select uei from uei_mapping where ein = $2 and is_used)`

/** An award or subaward by its key, where it is attributed to the EIN; undefined else. */
export async function readAward(
  db: Pick<Postgres, 'query'>,
  kind: 'award' | 'subaward',
  { key, ein }: { key: string; ein: string },
): Promise<StoredAward | undefined> {
  const [row] = await db.query<StoredAward>(sqlOf(kind), [key, ein])
  return row
}
