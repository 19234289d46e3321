import { expect, it } from 'vitest'
import { keepProbes } from '#indexer/index/build/write-organizations.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import { PROBES } from '#indexer/index/verify/verify-index.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { registryRow } from './documents/rows.ts'

const bare = toOrganizationDocument(registryRow)
const vectored = { ...bare, vector: { cause: [1, 0] } }

/** Returns the probes kept from these batches that have a vector. */
function keptOf(batches: OrganizationDocument[][]): boolean[] {
  const probes: OrganizationDocument[] = []
  for (const batch of batches) keepProbes(probes, batch)
  return probes.map(({ vector }) => vector !== undefined)
}

const times = (count: number, batch: OrganizationDocument[]) =>
  Array.from({ length: count }, () => batch)

it('keeps a document with a vector from any batch', () => {
  for (let place = 0; place < PROBES * 3; place += 1) {
    const batches = times(PROBES * 3, [bare, bare])
    batches[place] = [bare, vectored]
    expect(keptOf(batches).filter(Boolean), `in batch ${place}`).toHaveLength(1)
  }
})

it('keeps the given number and no more, with vectors if possible', () => {
  expect(keptOf(times(PROBES - 1, [bare]))).toHaveLength(PROBES - 1)
  expect(keptOf([...times(9, [bare]), [], ...times(9, [vectored])])).toEqual(
    Array.from({ length: PROBES }, () => true),
  )
})
