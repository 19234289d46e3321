import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { companionIndexFor, indexAlias } from '#mappings/companions.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { SectorDocument } from '#mappings/sector.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { deleteAll, listBuilds } from '#test/integration/indices/builds.ts'
import { addFilers, addRegistry, SECOND_RELEASE } from '#test/integration/indices/store.ts'
import { meanwhile, startCommand } from '#test/world/command.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { about, momentsOf } from './moments.ts'

const prefix = 'kill-test-'
const alias = organizationsAlias(prefix)
const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
let store: Store

const clean = () => deleteAll(opensearch, prefix)

beforeAll(async () => {
  store = await createStore('kill_test')
  await clean()
  await addRegistry(store.db, 1, 3_000)
  await addFilers(store.db, 1, 300)
})
afterAll(async () => {
  await clean()
  await Promise.all([opensearch.close(), store.drop()])
})

const startReindex = () => {
  const own = { OPENSEARCH_URL: inject('opensearchUrl'), INDEX_PREFIX: prefix }
  const env = { ...process.env, DATABASE_URL: store.url, ...own }
  // The made names outrank those that the checks expect first.
  return startCommand(env, 'indexer/cli.ts', ['reindex', '--despite-failed-checks'])
}

async function finish(): Promise<string> {
  const command = startReindex()
  expect(await command.ended, command.said()).toBe(0)
  return command.said()
}

/** Starts a reindex and kills it as soon as its index exists, or up to `longestMs` later. */
async function killBuilding(round: string, longestMs: number): Promise<void> {
  const before = await listBuilds(opensearch, prefix)
  const command = startReindex()
  await meanwhile(command, async () =>
    (await listBuilds(opensearch, prefix)).some((build) => !before.includes(build)),
  )
  await sleep(momentsOf(round).int(0, longestMs))
  await command.kill()
}

/** Expects the live pair to belong together and be complete, with sums of its documents. */
async function expectWholePair(documents: number, round: string): Promise<void> {
  const { index, meta } = await opensearch.readMeta(alias)
  const sector = await opensearch.readMeta(indexAlias(prefix, 'sector'))
  expect(sector.index, round).toBe(companionIndexFor(index, 'sector'))
  expect(sector.meta, round).toMatchObject({ complete: true, release: meta.release })
  const { hits } = await opensearch.search<SectorDocument>({
    index: indexAlias(prefix, 'sector'),
    body: { query: { terms: { kind: ['stats', 'top-lists'] } } },
  })
  const bodies = hits.hits.map(({ _source }) => _source?.body)
  expect(bodies, round).toHaveLength(2)
  expect(bodies, round).toContainEqual(expect.objectContaining({ charities: documents }))
}

test('kill -9 halfway: the live index is unaffected, and the next run starts clean', async () => {
  await killBuilding('first build', 100)
  await expect(opensearch.count(alias)).rejects.toMatchObject({ code: 'IndexNotReady' })
  expect(await finish()).toContain('an unfinished build')
  expect(await opensearch.count(alias)).toBe(3_300)
  await expectWholePair(300, 'first')
  const live = (await opensearch.readMeta(alias)).index

  await addRegistry(store.db, 3_001, 3_500, SECOND_RELEASE)
  for (const longestMs of [0, 600, 400]) {
    const round = `build within ${longestMs} ms`
    await killBuilding(round, longestMs)
    const { index } = await opensearch.readMeta(alias)
    // A kill that came too late finds a switched alias, which must then be complete.
    expect(await opensearch.count(alias), about(round)).toBe(index === live ? 3_300 : 3_500 + 300)
    await expectWholePair(300, about(round))
  }
  await finish()
  expect(await opensearch.count(alias)).toBe(3_800)
  const { meta, index } = await opensearch.readMeta(alias)
  expect(meta).toMatchObject({ complete: true, index })
})
