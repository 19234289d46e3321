import { CHUNK, type FilingContents } from '#src/domain/filing-contents.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { FILING_VERSION } from './filing-version.ts'

/** What a filing holds, and of which version of it that is told. */
export type HeldContents = { contents: FilingContents; version: string }

/**
 * What each filing of an organization holds, by object id, superseded ones too; one round trip.
 * Throws ApiError StoreUnavailable, also while one of them waits for `npm run derive`.
 */
export async function readContents(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<Map<string, HeldContents>> {
  const sql = `select object_id as "objectId", contents, ${FILING_VERSION} as version
    from filing f where ein = $1`
  type Row = { objectId: string; contents: FilingContents | null; version: string }
  const rows = await db.query<Row>(sql, [ein])
  const held = new Map<string, HeldContents>()
  for (const row of rows) {
    if (row.contents === null) {
      throw new ApiError('StoreUnavailable', {
        message:
          'Filings of this organization are being prepared after an update; try again later.',
        cause: new Error(`Filing ${row.objectId} has no contents; run npm run derive.`),
      })
    }
    held.set(row.objectId, { contents: row.contents, version: row.version })
  }
  return held
}

/** How many items each of some repeats has that are stored apart; one round trip. */
export async function readCutLengths(
  db: Pick<Postgres, 'query'>,
  objectId: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  // The last chunk alone: counting the items of all would parse the whole list.
  const sql = `
    select wanted.path, r.chunk * ${CHUNK} + json_array_length(r.items) as rows
    from unnest($2::text[]) as wanted(path)
    cross join lateral (
      select own.chunk, own.items from filing_rows own
      where own.object_id = $1 and own.path = wanted.path
      order by own.chunk desc limit 1) r`
  const rows = await db.query<{ path: string; rows: number }>(sql, [objectId, [...paths]])
  return new Map(rows.map((row) => [row.path, row.rows]))
}
