import { sectorProperties, sectorSettings } from '#mappings/sector.ts'
import type { IndexPart } from '../part.ts'
import { computeSector, sectorId } from './compute-sector.ts'

/** Sums over the whole store. Each document is its own batch, so that a build compares each. */
export const sectorPart: IndexPart = {
  kind: 'sector',
  settings: sectorSettings,
  properties: () => sectorProperties,
  async *stream({ session, release, builtAt }) {
    for (const document of await computeSector(session, release, builtAt)) {
      yield [{ id: sectorId(document), document }]
    }
  },
}
