import { readReturn } from '#indexer/sources/scan-return.ts'
import type { Store } from '#test/world/store.ts'

type Stored = { id: string; archive: string }

/**
 * Changes the returns of a store to their form before long repeats were cut:
 * whole parts in rows of their own, as the parser returns them, without summed rows and edges. `open`
 * returns a return's XML by archive and object id.
 */
export async function toOldStore(
  { db }: Store,
  open: (filing: Stored) => Buffer | Promise<Buffer>,
): Promise<void> {
  const returns = await db.query<Stored>(
    `select object_id as id, source_archive as archive from filing
     where form <> '990N' order by object_id`,
  )
  await db.query("delete from filing_block where block <> 'IRS990N'")
  for (const filing of returns) {
    for (const { block, ordinal, json } of readReturn(await open(filing)).blocks) {
      await db.query('insert into filing_block values ($1, $2, $3, $4)', [
        filing.id,
        ...[block, ordinal, json],
      ])
    }
  }
  await db.query('truncate filing_rows, related_reference, filed_edge')
  await db.query(
    `update filing set contents = jsonb_set(contents, '{cut}', '[]'), narrative = null,
       people = null, people_count = 0,
       row_facts = null, derived_version = 0`,
  )
}
