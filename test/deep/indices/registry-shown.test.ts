import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { toReturn } from '#test/integration/indexer/made-lists.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const prefix = 'registry-shown-test-'
let folder: string
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-shown-'))
  store = await createStore('registry_shown_test')
  opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  embedder = await createEmbedder(readConfig({}))
  const ignore = () => undefined
  deps = { db: store.db, opensearch, embedder, prefix, onNote: ignore, onProgress: ignore }
  await removeIndices()
})
afterAll(async () => {
  await removeIndices()
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
  await rm(folder, { recursive: true })
})

const removeIndices = async () =>
  deleteIndices(
    opensearch,
    (await listIndices(opensearch, prefix)).map(({ name }) => name),
  )

const EIN = '070000001'
const OTHER = '070000002'
const identity = { CITY: 'AKRON', STATE: 'OH', AFFILIATION: '3', NTEE_CD: 'K31' }

async function load(name: string, text: string, asOf?: string): Promise<void> {
  await writeFile(join(folder, name), text)
  const { touched } = await loadInto(store, [join(folder, name)], asOf)
  await resolveLoaded(store.db, touched)
}

const loadRegistry = (file: string, asOf: string, row: Record<string, string>) => {
  const filled: Record<string, string> = { ...identity, ...row }
  const line = BMF_NAMES.map((column) => filled[column] ?? '').join(',')
  return load(file, `${BMF_NAMES.join(',')}\n${line}\n`, asOf)
}

async function documentOf(ein: string): Promise<OrganizationDocument> {
  const body = { query: { term: { ein } } }
  const index = organizationsAlias(prefix)
  const { hits } = await opensearch.search<OrganizationDocument>({ index, body })
  const [hit] = hits.hits
  if (!hit?._source) throw new Error(`${ein} is not in the index`)
  return hit._source
}

describe('an update of the index after a newer registry extract', () => {
  beforeAll(async () => {
    // Name and place are those of the return, so no column depends on the extract's month.
    const place = { city: 'AKRON', state: 'OH' }
    const filed = toReturn({ ein: EIN, name: 'Larch Aid', ...place, officers: [] })
    await load(`${madeObjectId(1)}_public.xml`, filed)
    await loadRegistry('eo_oh.csv', '2026-03', { EIN, NAME: 'LARCH AID', FOUNDATION: '15' })
    await loadRegistry('eo_ri.csv', '2026-03', { EIN: OTHER, NAME: 'FIR AID', REVENUE_AMT: '9' })
    await reindex(deps, false)
  })

  test('updates only organizations in the extract; their causes cite it', async () => {
    expect((await documentOf(EIN)).display.cause?.ref).toBe(`bmf:2026-03:${EIN}:NTEE_CD`)
    await loadRegistry('eo_oh.csv', '2026-04', { EIN, NAME: 'LARCH AID', FOUNDATION: '15' })
    expect(await reindex(deps, true)).toMatchObject({ isBuilt: true, written: 1 })
    const ref = (await documentOf(EIN)).display.cause?.ref ?? ''
    expect(ref).toBe(`bmf:2026-04:${EIN}:NTEE_CD`)
    const profile = { postgres: store.db }
    const organization = await openProfile(profile, EIN)
    expect(await resolveEvidence(profile, organization, ref)).toMatchObject({ value: 'K31' })
  })

  test('updates organizations whose revenue or foundation code changed in the extract', async () => {
    const prominence = async () => (await documentOf(OTHER)).sort.prominence
    expect(await prominence()).toBeCloseTo(1)
    await loadRegistry('eo_ri.csv', '2026-03', { EIN: OTHER, NAME: 'FIR AID', REVENUE_AMT: '99' })
    await reindex(deps, true)
    expect(await prominence()).toBeCloseTo(2)
    await loadRegistry('eo_oh.csv', '2026-04', { EIN, NAME: 'LARCH AID', FOUNDATION: '17' })
    expect(await reindex(deps, true)).toMatchObject({ written: 1 })
  })
})
