import type { Postgres } from '#src/platform/clients/postgres.ts'

export type Icon = { mediaType: string; content: Buffer }

/** An image by the SHA-256 of its bytes, in hex; undefined when it is kept no more. */
export async function readIcon(
  db: Pick<Postgres, 'query'>,
  sha256: string,
): Promise<Icon | undefined> {
  const sql = `select media_type as "mediaType", content from web_icon
    where sha256 = decode($1, 'hex')`
  const [row] = await db.query<Icon>(sql, [sha256])
  return row
}
