import type { CapturedFields } from '#src/domain/enrichment.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { WebSource } from '../evidence/evidence-ref.ts'

export type StoredCapture = { fields: CapturedFields; source: WebSource }

const SQL = `
  select fields, json_build_object('url', url, 'capturedAt',
    to_char(captured_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as source
  from web_capture where ein = $1 and content_id = $2`

/** What an organization's website once said, whole; undefined where it never said that. */
export async function readCapture(
  db: Pick<Postgres, 'query'>,
  ein: string,
  contentId: string,
): Promise<StoredCapture | undefined> {
  const [row] = await db.query<StoredCapture>(SQL, [ein, contentId])
  return row
}
