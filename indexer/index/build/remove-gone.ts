import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { refreshIndex } from './build-index.ts'
import { openBulkWriter } from './bulk-writer.ts'

const PAGE = 10_000

/**
 * Deletes the organizations of an index that the store no longer has and returns their EINs. Looks
 * for them only if the index does not have `expected` documents.
 */
export async function removeGone(
  opensearch: OpenSearch,
  session: Session,
  index: string,
  expected: number,
): Promise<string[]> {
  if ((await opensearch.count(index)) === expected) return []
  const gone = await findGone(opensearch, session, index)
  await removeDocuments(opensearch, index, gone)
  return gone
}

/** Deletes documents and refreshes the index. */
export async function removeDocuments(
  opensearch: OpenSearch,
  index: string,
  eins: string[],
): Promise<void> {
  const writer = openBulkWriter(opensearch, index)
  await writer.remove(eins)
  await writer.finish()
  await refreshIndex(opensearch, index)
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

/** Yields every EIN of an index, in order. */
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
