import { expect, test } from 'vitest'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { toRegistry, toReturn } from '#test/integration/indexer/made-lists.ts'
import { openIndices } from '#test/integration/indices/open-indices.ts'
import { withFiles } from '#test/world/here.ts'
import { loadInto, type Store } from '#test/world/store.ts'

const [EIN, OTHER] = ['070000001', '070000002']

async function load(store: Store, name: string, text: string, asOf?: string): Promise<void> {
  await withFiles({ [name]: text }, (folder) => loadInto(store, [folder], asOf))
  await resolveDue(store.db)
}
const loadRegistry = (store: Store, state: 'oh' | 'ri', asOf: string, more: object) => {
  const [ein, name] = state === 'oh' ? [EIN, 'LARCH AID'] : [OTHER, 'FIR AID']
  const row = { ein, name, more: { AFFILIATION: '3', NTEE_CD: 'K31', ...more } }
  return load(store, `eo_${state}.csv`, toRegistry([row]), asOf)
}

const indices = openIndices('registry_shown', async (_, store) => {
  // Name and place are those of the return, so no column depends on the extract's month.
  const filed = { ein: EIN, name: 'Larch Aid', city: 'AKRON', state: 'OH', officers: [] }
  await load(store, `${madeObjectId(1)}_public.xml`, toReturn(filed))
  await loadRegistry(store, 'oh', '2026-03', { FOUNDATION: '15' })
  await loadRegistry(store, 'ri', '2026-03', { REVENUE_AMT: '9' })
})
const documentOf = async (ein: string): Promise<OrganizationDocument> =>
  (await indices.search<OrganizationDocument>({ term: { ein } }))[0] ??
  expect.fail(`${ein} is not in the index.`)

const changed = async () =>
  await indices.query(
    `select ein from organization where changed_release = (select max(id) from release)`,
  )

test('a newer registry extract updates only organizations that it lists, and is cited', async () => {
  expect((await documentOf(EIN)).display.cause?.ref).toBe(`bmf:2026-03:${EIN}:NTEE_CD`)
  await loadRegistry(indices.store, 'oh', '2026-04', { FOUNDATION: '15' })
  expect(await changed()).toEqual([{ ein: EIN }])
  await indices.reindex()
  const ref = (await documentOf(EIN)).display.cause?.ref ?? ''
  expect(ref).toBe(`bmf:2026-04:${EIN}:NTEE_CD`)
  const profile = { postgres: indices.db }
  const organization = await openProfile(profile, EIN)
  expect(await resolveEvidence(profile, organization, ref)).toMatchObject({ value: 'K31' })

  expect((await documentOf(OTHER)).sort.prominence).toBeCloseTo(1)
  await loadRegistry(indices.store, 'ri', '2026-03', { REVENUE_AMT: '99' })
  await indices.reindex()
  expect((await documentOf(OTHER)).sort.prominence).toBeCloseTo(2)
  await loadRegistry(indices.store, 'oh', '2026-04', { FOUNDATION: '17' })
  expect(await changed()).toEqual([{ ein: EIN }])
})
