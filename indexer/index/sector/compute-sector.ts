import type { SectorDocument, StatsBody, TopListsBody } from '#mappings/sector.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { readCounts } from './read-counts.ts'
import { readTopLists } from './read-top-lists.ts'
import { readYears } from './read-years.ts'

/**
 * Computes the sums over the whole store as documents of the sector index: always one `stats` and
 * one `top-lists`, and a `sector-year` for each tax year with 990 returns. Reads every 990 once.
 * `session` is a snapshot; `computedAt` an ISO time.
 */
export async function computeSector(
  session: Pick<Session, 'query'>,
  release: string,
  computedAt: string,
): Promise<SectorDocument[]> {
  const counts = await readCounts(session)
  const { years, ...sums } = await readYears(session)
  const filingYear = counts.modalLatestYear
  const lists = filingYear === undefined ? [] : await readTopLists(session, filingYear)
  const stats: StatsBody = { release, computedAt, ...counts, ...sums }
  const topLists: TopListsBody = {
    release,
    computedAt,
    ...(filingYear !== undefined && { filingYear }),
    lists,
  }
  return [
    { kind: 'stats', body: stats },
    ...years.map((body): SectorDocument => ({ kind: 'sector-year', taxYear: body.taxYear, body })),
    { kind: 'top-lists', body: topLists },
  ]
}

/** Returns the id of a document in the sector index: `stats`, `sector-year-2022`, `top-lists`. */
export const sectorId = (document: SectorDocument): string =>
  document.kind === 'sector-year' ? `sector-year-${document.taxYear}` : document.kind
