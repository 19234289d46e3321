import type { OpenSearch } from '#src/clients/opensearch.ts'
import type { Session } from '#src/clients/postgres.ts'
import { computeSector } from '../sector/compute-sector.ts'
import { differingSector, readSector } from './build-sector.ts'
import type { CatalogEntry } from './index-catalog.ts'
import { findSectorOf, listSectors } from './sector-catalog.ts'

/**
 * What is wrong with the sector index of the live one, as sentences. Where the store is not newer,
 * the sums are computed anew and compared.
 */
export async function findSectorFaults(
  opensearch: OpenSearch,
  session: Session,
  prefix: string,
  { name, meta }: CatalogEntry,
  isBehind: boolean,
): Promise<string[]> {
  const sectors = await listSectors(opensearch, prefix)
  const own = findSectorOf(name, sectors)
  if (!own) return ['It has no sector index, so there are no totals and top lists.']
  const faults: string[] = []
  if (!own.isLive) faults.push(`Its sector index ${own.name} is not live.`)
  if (own.meta.release !== meta.release) {
    faults.push(`Its sector index is of release ${own.meta.release}.`)
  }
  if (isBehind || meta.release === undefined) return faults
  const expected = await computeSector(session, meta.release, '')
  const differing = differingSector(expected, await readSector(opensearch, own.name))
  return [...faults, ...differing.map((id) => `The sector's ${id} differs from the store's sums.`)]
}
