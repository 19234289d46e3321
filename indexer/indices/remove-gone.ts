import type { OpenSearch } from '#src/clients/opensearch.ts'
import type { Session } from '#src/clients/postgres.ts'
import { refreshIndex } from './build-index.ts'
import { openBulkWriter } from './bulk-writer.ts'
import { countOrganizations } from './read-organizations.ts'

const PAGE = 10_000

/**
 * Deletes the organizations of an index that the store no longer has and returns how many; looks
 * for them only when the counts say that there are some.
 */
export async function removeGone(
  opensearch: OpenSearch,
  session: Session,
  index: string,
): Promise<number> {
  const held = await opensearch.count(index)
  if (held === (await countOrganizations(session))) return 0
  const gone = await findGone(opensearch, session, index)
  const writer = openBulkWriter(opensearch, index)
  await writer.remove(gone)
  const { deleted } = await writer.finish()
  await refreshIndex(opensearch, index)
  return deleted
}

async function findGone(
  opensearch: OpenSearch,
  session: Session,
  index: string,
): Promise<string[]> {
  const gone: string[] = []
  for await (const eins of pagesOfEins(opensearch, index)) {
    const rows = await session.query<{ ein: string }>(
      `select ein from unnest($1::text[]) as held (ein)
       where not exists (select from organization o where o.ein = held.ein)`,
      [eins],
    )
    gone.push(...rows.map(({ ein }) => ein))
  }
  return gone
}

/** Every EIN of an index, in order. */
async function* pagesOfEins(opensearch: OpenSearch, index: string): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const { hits } = await opensearch.search({
      index,
      body: {
        size: PAGE,
        sort: [{ ein: 'asc' }],
        _source: false,
        track_total_hits: false,
        ...(after === undefined ? {} : { search_after: [after] }),
      },
    })
    const eins = hits.hits.map(({ _id }) => _id)
    if (eins.length === 0) return
    yield eins
    after = eins.at(-1)
  }
}
